import type { Knex } from 'knex';
import { queryColumn, queryCount } from '../database/rows.js';
import { plural } from '../text/plural.js';

/** Where else a record is used: the table to count in, and the singular and plural words. */
export interface Use {
  readonly table: string;
  /** The column that references the record, or a condition with `?` for its ID. */
  readonly column: string;
  readonly one: string;
  readonly many: string;
  /** The column with the name of each use; if left out, the uses are only counted. */
  readonly name?: string;
}

/** Formats `1 shed`, `1,204 sheds`. */
export const formatUse = (n: number, { one, many }: Pick<Use, 'one' | 'many'>): string =>
  `${n.toLocaleString('en-US')} ${plural(n, one, many)}`;

/** The uses of a record, each with how many there are, and the first names if they have any. */
export async function findUses(db: Knex, uses: readonly Use[], id: string): Promise<string[]> {
  const useTexts: string[] = [];
  for (const { table, column, name, ...words } of uses) {
    const users = db(table).whereRaw(column.includes('?') ? column : `${column} = ?`, [id]);
    const n = await queryCount(users.clone());
    if (n === 0) continue;
    const names = name ? await queryColumn<string>(users.orderBy(name).limit(MOST_NAMED).pluck(name)) : [];
    useTexts.push(names.length > 0 ? listNames(names, n, words) : formatUse(n, words));
  }
  return useTexts;
}

const MOST_NAMED = 5;

/** Formats `metal order PO-7`, `metal orders PO-7, PO-9 and 12 more`. */
const listNames = (names: readonly string[], n: number, { one, many }: Pick<Use, 'one' | 'many'>): string =>
  `${plural(n, one, many)} ${names.join(', ')}${n > names.length ? ` and ${n - names.length} more` : ''}`;
