const LONGEST = 31;

/**
 * Records with unique sheet names that spreadsheets accept, made from their names in sequence. Characters not allowed
 * in a sheet name become `_`, names are cut at 31 characters, duplicates become `Name 2`.
 */
export function nameSheets<T extends { readonly name: string }>(
  records: readonly T[],
): (T & { readonly sheet: string })[] {
  const usedNames = new Set<string>();
  return records.map((record) => {
    const base = cut(record.name.replace(/[:\\/?*[\]\u0000-\u001f]/g, '_').trim(), LONGEST) || 'Sheet';
    let sheet = base;
    for (let n = 2; usedNames.has(sheet.toLowerCase()); n++) sheet = `${cut(base, LONGEST - ` ${n}`.length)} ${n}`;
    usedNames.add(sheet.toLowerCase());
    return { ...record, sheet };
  });
}

/** The start of a name, without half a character at its end. An apostrophe at either end becomes `_`. */
const cut = (name: string, most: number): string =>
  name
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
    .replace(/^'|'$/g, '_');
