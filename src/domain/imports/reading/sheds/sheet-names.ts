const LONGEST = 31;

/**
 * Unique sheet names in the order of the given names. Characters not allowed in a sheet name become `_`, names are
 * cut at 31 characters, duplicates become `Name 2`.
 */
export function sheetNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const plain =
      name
        .replace(/[:\\/?*[\]\u0000-\u001f]/g, '_')
        .replace(/^'|'$/g, '_')
        .trim()
        .slice(0, LONGEST)
        .trim() || 'Sheet';
    let free = plain;
    for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${plain.slice(0, LONGEST - ` ${n}`.length)} ${n}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
