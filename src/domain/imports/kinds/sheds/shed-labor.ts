import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { Quantity } from '../../../kernel/records/fields.js';
import { difference } from '../../../kernel/records/record.js';
import { present } from '../../../kernel/objects.js';
import { exportName } from '../../reading/export-name.js';
import { valuesColumn, valuesLabel } from '../../reading/file-values.js';
import type { AboutKind, RowChange, ImportColumn, Spreadsheet } from '../../reading/kind.js';
import {
  chosenModels,
  modelSheets,
  sheetsByModel,
  sizeColumns,
  sizeHeaders,
  toSizeRow,
  findBySize,
  type SizeTarget,
} from '../../reading/sheds/places.js';
import { toColumns } from '../../../files/workbook/sheet.js';
import { putRows } from '../../reading/write-rows.js';
import { Dollars, readCents } from '../fields.js';
import {
  asRecord,
  type LaborField,
  laborColumns,
  laborFields,
  type StoredLabor,
  storedLabor,
} from './shed-labor-values.js';
import { refuse } from '../../reading/problem.js';

type Target = SizeTarget<StoredLabor>;

const values: readonly ImportColumn[] = [
  { header: 'Build_Base', field: 'buildBase', kind: 'number', check: Dollars, required: true },
  { header: 'Roof_Base', field: 'roofBase', kind: 'number', check: Dollars, required: true },
  { header: 'Truss_Count', field: 'trussCount', kind: 'number', check: Quantity(), required: true },
  { header: 'Paint_Hours', field: 'paintHours', kind: 'number', check: Quantity(), required: true },
  { header: 'Door_Cost', field: 'doorCost', kind: 'number', check: Dollars, clears: true },
];

export const about: AboutKind = {
  title: 'Shed labor',
  purpose: 'Labor hours and costs for each size, at standard or shop values.',
  takes: ['shop', 'category', 'model'],
  importing: 'catalogue.write',
  importingOfShop: 'labor.import',
  exporting: 'prices.view',
  movesPrices: true,
  ofShops: true,
};

/** Shed labor at standard values or at a shop's values, one sheet per model. */
export const shedLaborImport: Spreadsheet<Target> = {
  ...about,
  entity: 'shed-labor',
  tables: ['shed_labor', 'shop_shed_labor'],
  columns: ({ shop }) => [
    ...sizeColumns,
    ...values.map((column) => (shop ? column : { ...column, also: [`Standard_${column.header}`] })),
  ],
  find: async (db, rows, options) => {
    const matches = await findBySize(db, rows, options, await storedLabor(db, options.shop));
    return matches.map((match) =>
      'target' in match && options.shop && match.target.record === null
        ? refuse(null, match.name, 'a size with standard shed labor')
        : match,
    );
  },
  write: (tx, changes, { shop }) => (shop ? writeShop(tx, changes, shop) : writeStandard(tx, changes)),
  describeChange: ({ before, after }, { shop }) => difference(asRecord(before, shop), asRecord(after, shop)),
  export: async ({ db }, options) => {
    const models = chosenModels(await modelSheets(db), options);
    const columns = [
      ...[...sizeHeaders, ...toColumns('dollars', 'Build_Base', 'Roof_Base')],
      ...[...toColumns('number', 'Truss_Count', 'Paint_Hours'), ...toColumns('dollars', 'Door_Cost'), valuesColumn],
    ];
    const owner = await valuesLabel(db, options.shop);
    const sheets = sheetsByModel(models, await storedLabor(db, options.shop), columns, (row) => [
      row.baseStyle,
      row.width,
      row.length,
      ...laborFields.map((field) => row.before[field]),
      owner,
    ]);
    return { name: await exportName(db, 'Shed_Labor', options), sheets };
  },
  successText: () => 'Shed Labor is imported',
};

const inCents = (dollars: unknown): number | null =>
  dollars === null || dollars === undefined ? null : readCents(dollars);

async function writeStandard(tx: WriteCtx, changes: readonly RowChange<Target>[]): Promise<string[]> {
  const rows = changes.map(({ target: { record, size }, after }) => ({
    id: record?.id ?? newId(),
    ...toSizeRow(size),
    ...Object.fromEntries(laborFields.map((field) => [laborColumns[field], after[field]])),
    door_cost: inCents(after['doorCost']),
  }));
  return putRows(tx.db, 'shed_labor', rows, changes);
}

/** Stores changed values as shop overrides, unless they equal the standard value. The others are unchanged. */
async function writeShop(tx: WriteCtx, changes: readonly RowChange<Target>[], shop: string): Promise<string[]> {
  const rows = changes.map(({ target: { record }, before, after }) => {
    const getShopValue = (field: LaborField): unknown => {
      if (after[field] === before?.[field]) return record?.own[field] ?? null;
      return field !== 'doorCost' && after[field] === record?.standard[field] ? null : after[field];
    };
    const values = Object.fromEntries(laborFields.map((field) => [laborColumns[field], getShopValue(field)]));
    return { shop_id: shop, shed_labor_id: present(record).id, ...values, door_cost: inCents(values['door_cost']) };
  });
  const columns = Object.values(laborColumns);
  const isOwn = (row: Readonly<Record<string, unknown>>) => columns.some((column) => row[column] !== null);
  await tx.db.raw(
    `insert into shop_shed_labor as v (shop_id, shed_labor_id, ${columns.join(', ')})
     select shop_id, shed_labor_id, ${columns.join(', ')} from json_populate_recordset(null::shop_shed_labor, ?)
     on conflict (shop_id, shed_labor_id) do update
       set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}, revision = v.revision + 1`,
    [JSON.stringify(rows.filter(isOwn))],
  );
  const standard = rows.filter((row) => !isOwn(row)).map(({ shed_labor_id }) => shed_labor_id);
  await tx.db('shop_shed_labor').where({ shop_id: shop }).whereRaw('shed_labor_id = any(?)', [standard]).delete();
  return rows.map(({ shed_labor_id }) => shed_labor_id);
}
