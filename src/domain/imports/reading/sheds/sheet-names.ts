const LONGEST = 31;

/** Names of sheets: what a spreadsheet cannot have becomes `_`, cut at 31 characters, none twice (`Name 2`). In the order of the names. */
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
