import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { mapColumns } from '../../../kernel/database/columns.js';
import { newId } from '../../../kernel/ids.js';
import { setCause } from '../../../stock/movements.js';
import { findItems, type ItemRow } from '../../../catalogue/items/queries.js';
import { Quantity, RequiredText, UnitPrice } from '../../../kernel/records/fields.js';
import { present } from '../../../kernel/objects.js';
import { exportName } from '../../reading/export-name.js';
import { valuesColumn, valuesLabel } from '../../reading/file-values.js';
import type {
  AboutKind,
  RowChange,
  FileRow,
  RecordLookup,
  ImportColumn,
  Spreadsheet,
  Values,
} from '../../reading/kind.js';
import { plainText, textOrStored } from '../../reading/labels.js';
import { putRows } from '../../reading/write-rows.js';
import { formatYesNo } from '../../../kernel/text/yes-no.js';
import { itemCategories, itemFinder, refusedName, type Target } from './find-item.js';
import type { SheetCell, SheetColumn } from '../../../files/workbook/sheet.js';

const Name = RequiredText('a name');
const identity: readonly ImportColumn[] = [
  { header: 'id', also: ['Item Id', '_id'], field: 'id', kind: 'text', check: z.uuid('an ID, or empty'), key: true },
  { header: 'Category', also: ['Item Category'], field: 'category', kind: 'text', check: z.string(), key: true },
  { header: 'Name', also: ['Item'], field: 'name', kind: 'text', check: Name, required: true },
];
const prices: readonly ImportColumn[] = [
  { header: 'Sub_Total', field: 'subTotal', kind: 'number', check: UnitPrice() },
  { header: 'Freight', field: 'freight', kind: 'number', check: UnitPrice() },
  { header: 'Inventory_Item', field: 'inventoryItem', kind: 'flag', check: z.boolean() },
];
const type: ImportColumn = { header: 'Type', field: 'type', kind: 'text', check: RequiredText('a type', 50) };
/** Treats a count of 0 like an empty cell, because a real zero is entered on the stock count screen. */
const CountedQuantity = Quantity().transform((count) => (count === 0 ? undefined : count));
const stock: readonly ImportColumn[] = [
  {
    header: 'Order_Point_Warning',
    also: ['Warning point'],
    field: 'orderPointWarning',
    kind: 'number',
    check: Quantity(),
  },
  {
    header: 'Order_Point_Critical',
    also: ['Critical point'],
    field: 'orderPointCritical',
    kind: 'number',
    check: Quantity(),
  },
  { header: 'Full_Point', field: 'fullPoint', kind: 'number', check: Quantity() },
  { header: 'Physical_Count', field: 'physicalCount', kind: 'number', check: CountedQuantity },
];

interface ExportColumn extends SheetColumn {
  readonly of: (item: ItemRow) => SheetCell;
}
const exportColumns: readonly ExportColumn[] = [
  { header: 'id', kind: 'text', width: 38, of: (item) => item._id },
  { header: 'Name', kind: 'text', width: 36, of: (item) => item.name },
  { header: 'Type', kind: 'text', width: 12, of: (item) => item.type },
  { header: 'Sub_Total', kind: 'dollars', of: (item) => item.subTotal },
  { header: 'Freight', kind: 'dollars', of: (item) => item.freight },
  { header: 'Total', kind: 'dollars', of: (item) => item.total },
  { header: 'Inventory_Item', kind: 'text', of: (item) => formatYesNo(item.inventoryItem) },
  { header: 'Order_Point_Warning', kind: 'number', of: (item) => item.orderPointWarning },
  { header: 'Order_Point_Critical', kind: 'number', of: (item) => item.orderPointCritical },
  { header: 'Full_Point', kind: 'number', of: (item) => item.fullPoint },
  { header: 'Quantity_On_Order', kind: 'number', of: (item) => item.quantityOnOrder },
  { header: 'Quantity_In_Received', kind: 'number', of: (item) => item.quantityInRecieved },
  { header: 'Quantity_In_Current', kind: 'number', of: (item) => item.quantityInCurrent },
  { header: 'Physical_Count', kind: 'number', of: () => 0 },
];
/** The headers of an export of items; not all are imported for every owner. */
export const itemHeaders: readonly string[] = exportColumns.map(({ header }) => header);

export const about: AboutKind = {
  title: 'Items',
  purpose: 'Item prices, one sheet per category. For a shop, also its order points and stock counts.',
  takes: ['shop', 'category'],
  importing: 'items.change',
  exporting: 'catalogue.view',
  movesPrices: true,
  ofShops: true,
};

/** Items, one sheet per category: at standard values, or at a shop's values. */
export const items: Spreadsheet<Target> = {
  ...about,
  entity: 'item',
  tables: ['items', 'shop_item_values'],
  exportOnly: itemHeaders,
  columns: ({ shop }) => (shop ? [...identity, ...prices, ...stock] : [...identity, type, ...prices]),
  find: async (db, rows, { shop }) => {
    const all = await findItems(db, { shop: shop ?? null });
    const findItem = await itemFinder(db, all);
    const unlessTaken = nameTaker(all);
    return rows.map((row) => {
      const match = findItem(row);
      if ('problems' in match) return match;
      const { item, categoryId } = match;
      if (!shop)
        return unlessTaken(item ? foundItem(item, standardValues(item)) : newItem(row.values, categoryId), row);
      return item ? foundItem(item, shopValues(item)) : refusedName(row, 'the name of an item');
    });
  },
  write: async (tx, changes, { shop }, importId) => {
    if (!shop) return writeStandard(tx, changes);
    await setCause(tx, { why: 'physical count from a spreadsheet', source: 'import', sourceId: importId });
    return writeShop(tx, changes, shop);
  },
  export: async ({ db }, { shop, category }) => {
    const all = await findItems(db, { shop: shop ?? null, category });
    const [categories, owner] = [await itemCategories(db), await valuesLabel(db, shop)];
    const cells = (item: ItemRow) => [...exportColumns.map(({ of }) => of(item)), owner];
    const sheets = categories.flatMap(({ id, sheet }) => {
      const rows = all.filter((item) => item.category._id === id).map(cells);
      return rows.length > 0 ? [{ name: sheet, columns: [...exportColumns, valuesColumn], rows }] : [];
    });
    return { name: await exportName(db, 'Items', { shop, category }, 'item'), sheets };
  },
  successText: ({ changed, sheets }) => `Successfully imported ${changed} records from ${sheets} sheets.`,
};

/**
 * Refuses a row whose item name belongs to another item of the category, or was given to another item by an earlier
 * row.
 */
function nameTaker(all: readonly ItemRow[]): (match: RecordLookup<Target>, row: FileRow) => RecordLookup<Target> {
  const nameKey = (category: string, name: string): string => `${category} ${name.toLowerCase()}`;
  const owners = new Map(all.map(({ _id, name, category }) => [nameKey(category._id, name), _id]));
  return (match, row) => {
    if ('problems' in match) return match;
    const { item, categoryId } = match.target;
    const name = nameKey(categoryId, String(textOrStored(row.values['name'], item?.name)));
    if ((owners.get(name) ?? match.key) !== match.key)
      return refusedName(row, 'a name that no other item in the category has');
    owners.set(name, match.key);
    return match;
  };
}

const foundItem = (item: ItemRow, before: Values): RecordLookup<Target> => ({
  key: item._id,
  name: item.name,
  target: { item, categoryId: item.category._id },
  before,
});

const standardValues = ({ name, type: of, subTotal, freight, inventoryItem }: ItemRow): Values => ({
  name: plainText(name),
  type: plainText(of),
  subTotal,
  freight,
  inventoryItem,
});

const shopValues = (item: ItemRow): Values => ({
  ...standardValues(item),
  orderPointWarning: item.orderPointWarning,
  orderPointCritical: item.orderPointCritical,
  fullPoint: item.fullPoint,
  physicalCount: item.quantityInCurrent,
});

function newItem(values: Values, categoryId: string): RecordLookup<Target> {
  const missingColumns = [type, present(prices[0])].filter(
    ({ field }) => values[field] === undefined || values[field] === null,
  );
  if (missingColumns.length > 0)
    return {
      problems: missingColumns.map(({ header }) => ({
        column: header,
        value: null,
        expected: 'filled in for a new item',
      })),
    };
  const name = String(values['name']);
  return { key: `${categoryId} ${name.toLowerCase()}`, name, target: { item: null, categoryId }, before: null };
}

async function writeStandard(tx: WriteCtx, changes: readonly RowChange<Target>[]): Promise<string[]> {
  const rows = changes.map(({ target: { item, categoryId }, after }) => ({
    id: item?._id ?? newId(),
    name: textOrStored(after['name'], item?.name),
    type: textOrStored(after['type'], item?.type),
    category_id: categoryId,
    sub_total: after['subTotal'],
    freight: after['freight'] ?? 0,
    inventory_item: after['inventoryItem'] ?? false,
  }));
  return putRows(tx.db, 'items', rows, changes);
}

const OWN = mapColumns(
  'subTotal freight inventoryItem orderPointWarning orderPointCritical fullPoint physicalCount:quantity_in_current',
);

/** Stores changed values as shop overrides. The others continue to follow the standard values. */
async function writeShop(tx: WriteCtx, changes: readonly RowChange<Target>[], shop: string): Promise<string[]> {
  const rows = changes.map(({ target: { item }, before, after }) => {
    const overrides = Object.entries(OWN).map(([field, column]) => [
      column,
      after[field] === before?.[field] ? null : after[field],
    ]);
    const names = [before?.['name'], plainText(item?.standard.name ?? '')];
    const name = names.includes(after['name']) ? null : after['name'];
    return {
      ...Object.fromEntries(overrides),
      item_id: item?._id,
      name,
      renamed: after['name'] !== before?.['name'],
    } as Values; // JSON omits what is undefined
  });
  const columns = Object.values(OWN);
  const sets = columns.map((column) => `${column} = coalesce(x.${column}, v.${column})`);
  const givenValues = `json_populate_recordset(null::shop_item_values, :rows)`;
  const shopRows = { rows: JSON.stringify(rows), shop };
  await tx.db.raw(
    `insert into shop_item_values (shop_id, item_id) select :shop, item_id from ${givenValues} on conflict do nothing`,
    shopRows,
  );
  await tx.db.raw(
    `update shop_item_values v set ${sets.join(', ')}, revision = v.revision + 1 from ${givenValues} x
      where v.shop_id = :shop and v.item_id = x.item_id`,
    shopRows,
  );
  const renamedRows = rows.filter((row) => row['renamed']);
  if (renamedRows.length > 0)
    await tx.db.raw(
      `update shop_item_values v set name = x.name from ${givenValues} x where v.shop_id = :shop and v.item_id = x.item_id`,
      { ...shopRows, rows: JSON.stringify(renamedRows) },
    );
  return changes.map(({ target }) => present(target.item)._id);
}
