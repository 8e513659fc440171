import type { Knex } from 'knex';
import { nameSheets } from '../../../files/workbook/sheet-names.js';
import { queryRows } from '../../../kernel/database/rows.js';

/** A category and the name of its sheet, which is the same in every export. */
export interface CategorySheet {
  readonly id: string;
  readonly name: string;
  readonly sheet: string;
}

/** The categories in a table, in order. */
export const categorySheets = async (db: Knex, table: string, order = 'lower(name), id'): Promise<CategorySheet[]> =>
  nameSheets(await queryRows<Omit<CategorySheet, 'sheet'>>(db(table).orderByRaw(order).select('id', 'name')));
