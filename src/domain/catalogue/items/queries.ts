import type { Knex } from 'knex';
import type { z } from 'zod';
import type { RecordKind } from '../../kernel/records/record.js';
import type { Use } from '../../kernel/records/uses.js';
import type { OwnRow, ShopValuesKind } from '../../kernel/records/shop-values.js';
import { keepPlan } from '../../kernel/database/kept-plan.js';
import { notFound } from '../../kernel/errors.js';
import { findPositions } from '../../stock/demand-query.js';
import { computeDemand } from '../../stock/rules.js';
import { usualOrders } from '../../stock/schema.js';
import { stockLevel } from './rules.js';
import { Item, ItemCategory, OwnValues } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

export type ItemRow = z.output<typeof Item>;

const STANDARD = `json_build_object('name', i.name, 'subTotal', i.sub_total, 'freight', i.freight, 'total', i.total,
  'inventoryItem', i.inventory_item) as standard`;
const OWN = `case when v.shop_id is not null then json_build_object('name', v.name, 'subTotal', v.sub_total,
  'freight', v.freight, 'inventoryItem', v.inventory_item) end`;

/**
 * The values that apply to a shop (P0): its own value or else the standard one, field by field; without a shop, the
 * standard ones, and nothing of any shop is read.
 */
function selectItems(db: Knex, shop: string | null): Knex.QueryBuilder {
  const query = db('items as i').join('item_categories as c', 'c.id', 'i.category_id');
  if (shop) void query.joinRaw('left join shop_item_values v on v.item_id = i.id and v.shop_id = ?::uuid', [shop]);
  const applying = (column: string) => (shop ? `coalesce(v.${column}, i.${column})` : `i.${column}`);
  const own = (sql: string, name: string) => db.raw(`${shop ? sql : 'null'} as "${name}"`);
  const amount = (column: string, name: string) => own(`coalesce(v.${column}, 0)`, name);
  return query
    .select({ _id: 'i.id', type: 'i.type' })
    .select(
      own('v.order_point_warning', 'orderPointWarning'),
      own('v.order_point_critical', 'orderPointCritical'),
      own('v.full_point', 'fullPoint'),
      db.raw(`${applying('name')} as name, json_build_object('_id', c.id, 'name', c.name) as category`),
      db.raw(`${applying('sub_total')} as "subTotal", ${applying('freight')} as freight`),
      db.raw(`${applying('sub_total')} + ${applying('freight')} as total`),
      db.raw(`${applying('inventory_item')} as "inventoryItem"`),
      amount('quantity_on_order', 'quantityOnOrder'),
      amount('quantity_in_received', 'quantityInRecieved'),
      amount('quantity_in_current', 'quantityInCurrent'),
      db.raw(STANDARD),
      own(OWN, 'own'),
      db.raw(`${shop ? 'coalesce(v.revision, 0)' : 'i.revision'} as revision`),
    )
    .orderByRaw(`lower(c.name), lower(${applying('name')}), i.id`);
}

/** All items by standard name, each with its unit and unit cost: the shop's (P0), or the standard one. */
export const selectItemChoices = (db: Knex, shop: string | null): Knex.QueryBuilder =>
  db('items as i')
    .join('item_categories as c', 'c.id', 'i.category_id')
    .joinRaw('left join shop_item_values v on v.item_id = i.id and v.shop_id = ?::uuid', [shop])
    .select({ _id: 'i.id', name: 'i.name', category: 'c.name', type: 'i.type' })
    .select(db.raw('coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight) as total'))
    .orderByRaw('lower(i.name), i.id');

interface ItemQuery {
  /** The shop whose values to read; null for the standard ones. */
  readonly shop: string | null;
  readonly category?: string | undefined;
  readonly ids?: readonly string[];
}

/** Items at a shop's values or at standard ones, by category and name; without the suggested order quantity. */
export async function findItems(db: Knex, { shop, category, ids }: ItemQuery): Promise<ItemRow[]> {
  const query = selectItems(db, shop);
  if (category) query.where('i.category_id', category);
  if (ids?.length === 1 && !category) void keepPlan(query.where('i.id', ids[0]), shop ? 'item of a shop' : 'item');
  else if (ids) void query.whereRaw('i.id = any(?)', [[...ids]]);
  const rows = await queryRows<Omit<ItemRow, 'stock' | 'suggestedOrder'>>(query);
  return rows.map((row) => ({ ...row, stock: stockLevel(row), suggestedOrder: null }));
}

/** The same items, with how much of each the shop should order according to its demand; 0 if there is enough. */
export async function findItemsToOrder(db: Knex, filter: ItemQuery): Promise<ItemRow[]> {
  const rows = await findItems(db, filter);
  if (filter.shop === null) return rows;
  const positions = await findPositions(db, filter.shop, usualOrders);
  const toOrder = new Map(positions.map((position) => [position._id, computeDemand(position).suggested]));
  return rows.map((row) => ({ ...row, suggestedOrder: toOrder.get(row._id) ?? (row.fullPoint === null ? null : 0) }));
}

/** One item at a shop's values, with how much to order; throws not-found. */
export async function findShopItem(db: Knex, { shop, id }: OwnRow): Promise<ItemRow> {
  const [item] = await findItemsToOrder(db, { shop, ids: [id] });
  if (!item) throw notFound('Item');
  return item;
}

export const selectItemCategories = (db: Knex): Knex.QueryBuilder =>
  db('item_categories as c')
    .select({ _id: 'c.id', name: 'c.name', revision: 'c.revision' })
    .select(db.raw('(select count(*)::int from items i where i.category_id = c.id) as items'))
    .orderByRaw('lower(c.name), c.id');

export const itemCategoryKind: RecordKind<typeof ItemCategory> = {
  what: 'Item category',
  entity: 'item-category',
  table: 'item_categories',
  schema: ItemCategory,
  find: async (db, ids) =>
    await queryRows<z.output<typeof ItemCategory>>(selectItemCategories(db).whereRaw('c.id = any(?)', [ids])),
  uses: [{ table: 'items', column: 'category_id', one: 'item', many: 'items' }],
};

/** Why an item cannot be deleted: its stock, past movements, orders and vendors. */
const purchases: readonly Use[] = [
  {
    table: 'shops',
    column: `id in (select shop_id from shop_item_values where item_id = ?
      and (quantity_on_order <> 0 or quantity_in_received <> 0 or quantity_in_current <> 0))`,
    one: 'the stock of',
    many: 'the stock of',
    name: 'name',
  },
  {
    table: 'shops',
    column: 'id in (select shop_id from stock_movements where item_id = ?)',
    one: 'the stock movements of',
    many: 'the stock movements of',
    name: 'name',
  },
  {
    table: 'material_orders',
    column: 'not received and id in (select order_id from material_order_lines where item_id = ?)',
    one: 'open material order',
    many: 'open material orders',
    name: 'purchase_order_number',
  },
  {
    table: 'metal_orders',
    column: `received_on is null and id in (select p.metal_order_id from metal_order_packages p
      join metal_order_items i on i.package_id = p.id where i.item_id = ?)`,
    one: 'open metal order',
    many: 'open metal orders',
    name: 'purchase_order_number',
  },
  {
    table: 'vendors',
    column: 'id in (select vendor_id from vendor_items where item_id = ?)',
    one: 'the default items of vendor',
    many: 'the default items of vendors',
    name: 'name',
  },
];

export const itemKind: RecordKind<typeof Item> = {
  what: 'Item',
  entity: 'item',
  table: 'items',
  schema: Item,
  find: (db, ids) => findItems(db, { shop: null, ids }),
  uses: [
    { table: 'component_items', column: 'item_id', one: 'component', many: 'components' },
    { table: 'add_on_items', column: 'item_id', one: 'add-on', many: 'add-ons' },
    {
      table: 'add_on_items',
      column: 'replacement_item_id',
      one: 'add-on that replaces it',
      many: 'add-ons that replace it',
    },
    ...purchases,
  ],
  parts: [{ table: 'shop_item_values', column: 'item_id', one: 'shop’s own values', many: 'shops’ own values' }],
};

export const ownItemKind: ShopValuesKind<typeof OwnValues> = {
  what: 'Item',
  entity: 'item',
  table: 'shop_item_values',
  of: 'item_id',
  schema: OwnValues,
  columns: {
    name: 'name',
    subTotal: 'sub_total',
    freight: 'freight',
    inventoryItem: 'inventory_item',
    orderPointWarning: 'order_point_warning',
    orderPointCritical: 'order_point_critical',
    fullPoint: 'full_point',
    quantityOnOrder: 'quantity_on_order',
    quantityInRecieved: 'quantity_in_received',
    quantityInCurrent: 'quantity_in_current',
  },
  show: findShopItem,
};
