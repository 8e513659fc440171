import type { Knex } from 'knex';
import { queryRows } from '../../../kernel/database/rows.js';

const LONGEST = 31;

/** A category and the name of its sheet, which is the same in every export. */
export interface CategorySheet {
  readonly id: string;
  readonly name: string;
  readonly sheet: string;
}

/** The categories in a table, in order. */
export const categorySheets = async (db: Knex, table: string, order = 'lower(name), id'): Promise<CategorySheet[]> =>
  nameSheets(await queryRows<Omit<CategorySheet, 'sheet'>>(db(table).orderByRaw(order).select('id', 'name')));

/**
 * Records with unique sheet names, made from their names in sequence. Characters not allowed in a sheet name become `_`,
 * names are cut at 31 characters, duplicates become `Name 2`.
 */
export function nameSheets<T extends { readonly name: string }>(
  records: readonly T[],
): (T & { readonly sheet: string })[] {
  const usedNames = new Set<string>();
  return records.map((record) => {
    const base =
      record.name
        .replace(/[:\\/?*[\]\u0000-\u001f]/g, '_')
        .replace(/^'|'$/g, '_')
        .trim()
        .slice(0, LONGEST)
        .trim() || 'Sheet';
    let sheet = base;
    for (let n = 2; usedNames.has(sheet.toLowerCase()); n++) sheet = `${base.slice(0, LONGEST - ` ${n}`.length)} ${n}`;
    usedNames.add(sheet.toLowerCase());
    return { ...record, sheet };
  });
}
