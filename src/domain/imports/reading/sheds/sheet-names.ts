const LONGEST = 31;

/**
 * Unique sheet names in the order of the given names. Characters not allowed in a sheet name become `_`, names are
 * cut at 31 characters, duplicates become `Name 2`.
 */
export function sheetNames(names: readonly string[]): string[] {
  const usedNames = new Set<string>();
  return names.map((name) => {
    const base =
      name
        .replace(/[:\\/?*[\]\u0000-\u001f]/g, '_')
        .replace(/^'|'$/g, '_')
        .trim()
        .slice(0, LONGEST)
        .trim() || 'Sheet';
    let candidate = base;
    for (let n = 2; usedNames.has(candidate.toLowerCase()); n++)
      candidate = `${base.slice(0, LONGEST - ` ${n}`.length)} ${n}`;
    usedNames.add(candidate.toLowerCase());
    return candidate;
  });
}
