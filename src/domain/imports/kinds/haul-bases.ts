import type { Knex } from 'knex';
import { newId } from '../../kernel/ids.js';
import { mapColumns } from '../../kernel/database/columns.js';
import { queryRows } from '../../kernel/database/rows.js';
import { exportName } from '../reading/export-name.js';
import type { AboutKind, Spreadsheet } from '../reading/kind.js';
import {
  chosenModels,
  modelSheets,
  sheetsByModel,
  type SheetSize,
  sizeColumns,
  sizeHeaders,
  toSizeRow,
  findBySize,
  type SizeTarget,
} from '../reading/sheds/places.js';
import { toColumns } from '../../files/workbook/sheet.js';
import { putRows } from '../reading/write-rows.js';
import { Dollars, readCents } from './fields.js';

interface StoredHaulBase extends SheetSize {
  readonly id: string;
  readonly before: { readonly haulBase: number };
  readonly baseStyle: string;
}

async function readStored(db: Knex): Promise<StoredHaulBase[]> {
  const rows = await queryRows<Omit<StoredHaulBase, 'before'> & { cents: number }>(
    db('haul_bases as h')
      .join('base_styles as b', 'b.id', 'h.base_style_id')
      .orderByRaw('lower(b.name), h.width, h.length, h.id')
      .select(mapColumns('id modelId baseStyleId width length', 'h'))
      .select({ baseStyle: 'b.name', cents: 'h.haul_base' }),
  );
  return rows.map(({ cents, ...row }) => ({ ...row, before: { haulBase: cents / 100 } }));
}

export const about: AboutKind = {
  title: 'Haul bases',
  purpose: 'The cost of hauling each size of a model.',
  takes: ['category', 'model'],
  importing: 'catalogue.write',
  exporting: 'catalogue.labor',
  movesPrices: true,
};

/** Haul bases, one sheet per model. */
export const haulBases: Spreadsheet<SizeTarget<StoredHaulBase>> = {
  ...about,
  entity: 'haul-base',
  tables: ['haul_bases'],
  columns: () => [
    ...sizeColumns,
    { header: 'Haul_Base', field: 'haulBase', kind: 'number', check: Dollars, required: true },
  ],
  find: async (db, rows, options) => findBySize(db, rows, options, await readStored(db)),
  write: async (tx, changes) => {
    const rows = changes.map(({ target: { record, size }, after }) => ({
      id: record?.id ?? newId(),
      ...toSizeRow(size),
      haul_base: readCents(after['haulBase']),
    }));
    return putRows(tx.db, 'haul_bases', rows, changes);
  },
  export: async ({ db }, options) => {
    const models = chosenModels(await modelSheets(db), options);
    const columns = [...sizeHeaders, ...toColumns('dollars', 'Haul_Base')];
    const sheets = sheetsByModel(models, await readStored(db), columns, (row) => [
      row.baseStyle,
      row.width,
      row.length,
      row.before.haulBase,
    ]);
    return { name: await exportName(db, 'Haul_Bases', options), sheets };
  },
  successText: () => 'Haul bases imported',
};
