import { z } from 'zod';
import { toColumns } from '../../../files/workbook/sheet.js';
import { invalid } from '../../../kernel/errors.js';
import { findItems } from '../../../catalogue/items/queries.js';
import { RequiredText, UnitPrice } from '../../../kernel/records/fields.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { valuesColumn, valuesLabel } from '../../reading/file-values.js';
import { identifying } from '../../reading/cells.js';
import type { AboutKind, Spreadsheet, Values } from '../../reading/kind.js';
import { itemHeaders } from './items.js';
import { itemFinder, refusedName } from './find-item.js';

export const about: AboutKind = {
  title: 'Items for many shops',
  purpose: 'Item sub-totals and freight for the shops you choose.',
  takes: ['shops'],
  importing: 'catalogue.write',
  exporting: 'catalogue.read',
  movesPrices: true,
};

/** Subtotals and freight that chosen shops get as overrides, by item name. */
export const itemsForShops: Spreadsheet<{ id: string }> = {
  ...about,
  entity: 'item',
  tables: ['shop_item_values'],
  exportOnly: itemHeaders, // a file of items may be imported for many shops
  columns: () => [
    { header: 'Category', also: ['Item Category'], field: 'category', kind: 'text', check: z.string(), key: true },
    { header: 'Name', also: ['Item'], field: 'name', kind: 'text', check: RequiredText('a name'), ...identifying },
    { header: 'Sub_Total', field: 'subTotal', kind: 'number', check: UnitPrice() },
    { header: 'Freight', field: 'freight', kind: 'number', check: UnitPrice() },
  ],
  find: async (db, rows, { shops = [] }) => {
    if (shops.length === 0) throw invalid('shops', 'must have at least one shop');
    const findItem = await itemFinder(db, await findItems(db, { shop: null }));
    const findShopValues = await valuesOfShops(db, shops);
    return rows.map((row) => {
      const match = findItem(row);
      if ('problems' in match) return match;
      const { item } = match;
      if (!item) return refusedName(row, 'the name of an item');
      return { key: item._id, name: item.name, target: { id: item._id }, before: findShopValues(item._id) };
    });
  },
  write: async (tx, changes, { shops = [] }) => {
    const rows = changes.map(({ target, before, after }) => ({
      item_id: target.id,
      sub_total: after['subTotal'] === before?.['subTotal'] ? null : after['subTotal'],
      freight: after['freight'] === before?.['freight'] ? null : after['freight'],
    }));
    await tx.db.raw(
      `insert into shop_item_values as v (shop_id, item_id, sub_total, freight)
       select s.id, x.item_id, x.sub_total, x.freight
         from json_to_recordset(?) as x(item_id uuid, sub_total numeric, freight numeric)
         cross join unnest(?::uuid[]) as s(id)
       on conflict (shop_id, item_id) do update
         set sub_total = coalesce(excluded.sub_total, v.sub_total), freight = coalesce(excluded.freight, v.freight),
             revision = v.revision + 1
       where v.sub_total is distinct from coalesce(excluded.sub_total, v.sub_total)
          or v.freight is distinct from coalesce(excluded.freight, v.freight)`,
      [JSON.stringify(rows), [...shops]],
    );
    return changes.map(({ target }) => target.id);
  },
  export: async ({ db }) => {
    const all = await findItems(db, { shop: null });
    const name = { header: 'Name', kind: 'text', width: 36 } as const;
    const prices = toColumns('dollars', 'Sub_Total', 'Freight');
    const columns = [...toColumns('text', 'Category'), name, ...prices, valuesColumn];
    const owner = await valuesLabel(db, null);
    const rows = all.map(({ category, name, subTotal, freight }) => [category.name, name, subTotal, freight, owner]);
    return { name: 'Items_For_Shops', sheets: [{ name: 'Items', columns, rows }] };
  },
  successText: () => 'Standard Items values are updated in selected Shops',
};

type Spread = Readonly<Record<'low_sub' | 'high_sub' | 'low_freight' | 'high_freight', number>>;

/**
 * The values of an item that apply at the chosen shops: one value if they agree, otherwise the range from lowest to
 * highest.
 */
async function valuesOfShops(
  db: Parameters<typeof findItems>[0],
  shops: readonly string[],
): Promise<(id: string) => Values> {
  const rows = await queryRows<Spread & { id: string }>(
    db.raw(
      `select i.id, min(coalesce(v.sub_total, i.sub_total)) as low_sub, max(coalesce(v.sub_total, i.sub_total)) as high_sub,
            min(coalesce(v.freight, i.freight)) as low_freight, max(coalesce(v.freight, i.freight)) as high_freight
       from items i cross join unnest(?::uuid[]) as s(id)
       left join shop_item_values v on v.item_id = i.id and v.shop_id = s.id
      group by i.id`,
      [[...shops]],
    ),
  );
  const byItem = new Map(rows.map(({ id, ...spread }) => [id, spread]));
  const one = (low: number, high: number) => (low === high ? low : `${low} to ${high}`);
  return (id) => {
    const entry = byItem.get(id);
    return entry
      ? { subTotal: one(entry.low_sub, entry.high_sub), freight: one(entry.low_freight, entry.high_freight) }
      : {};
  };
}
