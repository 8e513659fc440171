import type { Knex } from 'knex';
import type { z } from 'zod';
import { allocationFlags } from '../../pricing/case/case.js';
import { openOrders } from '../../kernel/order/uses.js';
import type { RecordKind } from '../../kernel/records/record.js';
import { AddOn, AddOnCategory, ParentCategory, type ShopItemsQuery } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

const namedSql = (table: string) => `json_build_object('_id', ${table}.id, 'name', ${table}.name)`;

/**
 * Whether a shop offers the add-ons of the parent category `p`, for new builds or off-lot orders. A shop that chose
 * neither offers all categories.
 */
export const PARENT_OF_SHOP = `exists (select from shops s where s.id = :shop
  and (p.id in (s.nb_addon_category_id, s.ol_addon_category_id) or coalesce(s.nb_addon_category_id, s.ol_addon_category_id) is null))`;

export const selectParents = (db: Knex): Knex.QueryBuilder =>
  db('addon_parent_categories as p')
    .select({ _id: 'p.id', name: 'p.name', newBuild: 'p.new_build', offLot: 'p.off_lot', revision: 'p.revision' })
    .select(db.raw('(select count(*)::int from addon_categories c where c.parent_id = p.id) as categories'))
    .orderByRaw('lower(p.name), p.id');

export const selectAddOnCategories = (db: Knex): Knex.QueryBuilder =>
  db('addon_categories as c')
    .join('addon_parent_categories as p', 'p.id', 'c.parent_id')
    .select({ _id: 'c.id', name: 'c.name', revision: 'c.revision' })
    .select(db.raw(`${namedSql('p')} as "addonParentCategory"`))
    .select(db.raw('(select count(*)::int from add_ons a where a.category_id = c.id) as "addOns"'))
    .orderByRaw('lower(p.name), lower(c.name), c.id');

/** Items of an add-on as JSON: the standard ones, or a shop's own. */
const itemsSql = (db: Knex, shop: string | Knex.Raw | null) =>
  db.raw(
    `coalesce((select json_agg(json_build_object('item', ${namedSql('i')}, 'description', x.description, 'quantity', x.quantity,
       'replaceItem', x.replace_item, 'replacementItem', case when r.id is not null then ${namedSql('r')} end) order by x.position, x.id)
       from add_on_items x join items i on i.id = x.item_id left join items r on r.id = x.replacement_item_id
      where x.add_on_id = a.id and x.shop_id is not distinct from ?::uuid), '[]')`,
    [shop],
  );

export const selectAddOns = (db: Knex): Knex.QueryBuilder =>
  db('add_ons as a')
    .join('addon_categories as c', 'c.id', 'a.category_id')
    .select({
      _id: 'a.id',
      name: 'a.name',
      type: 'a.type',
      retailPrice: 'a.retail_price',
      shopPercent: 'a.shop_percent',
      revision: 'a.revision',
    })
    .select(db.raw(`${namedSql('c')} as category`))
    .orderByRaw('lower(a.name), a.id');

/** The shops with their own items for an add-on, and these items, by name; only one shop if given. */
export async function findShopItems(db: Knex, addOn: string, shop: string | null): Promise<ShopItemsQuery[]> {
  const query = db('shops as s')
    .joinRaw('join add_ons a on a.id = ?', [addOn])
    .select(db.raw(`${namedSql('s')} as shop`), db.raw('? as items', [itemsSql(db, db.raw('s.id'))]))
    .whereRaw('exists (select from add_on_items x where x.add_on_id = a.id and x.shop_id = s.id)')
    .orderByRaw('lower(s.name), s.id');
  if (shop) void query.where('s.id', shop);
  return queryRows<ShopItemsQuery>(query);
}

/** Complete add-ons with their standard items and, for a shop, its own. */
export const selectWholeAddOns = (db: Knex, shop: string | null = null): Knex.QueryBuilder =>
  selectAddOns(db)
    .leftJoin('addon_labor as l', 'l.id', 'a.addon_labor_id')
    .select({
      discount: 'a.discount',
      steeperPitch: 'a.steeper_pitch',
      onSiteFee: 'a.on_site_fee',
      nonInventory: 'a.non_inventory',
      standardNonInvCost: 'a.standard_non_inv_cost',
    })
    .select(
      db.raw(`coalesce(a.ss_id, '') as "ssId", case when l.id is not null then ${namedSql('l')} end as "addOnLabor"`),
      db.raw(allocationFlags.map((flag) => `coalesce(a.mode = '${flag}', false) as "${flag}"`).join(', ')),
      db.raw('? as "standardItems"', [itemsSql(db, null)]),
      db.raw('? as items', [shop ? itemsSql(db, shop) : db.raw(`'[]'::json`)]),
      db.raw(
        `exists (select 1 from add_on_items x where x.add_on_id = a.id and x.shop_id = ?::uuid and x.item_id is null) as "noItems"`,
        [shop],
      ),
    );

export const parentKind: RecordKind<typeof ParentCategory> = {
  what: 'Add-on parent category',
  entity: 'addon-parent-category',
  table: 'addon_parent_categories',
  schema: ParentCategory,
  find: async (db, ids) =>
    await queryRows<z.output<typeof ParentCategory>>(selectParents(db).whereRaw('p.id = any(?)', [ids])),
  uses: [
    { table: 'addon_categories', column: 'parent_id', one: 'category', many: 'categories' },
    {
      table: 'shed_category_addon_parents',
      column: 'addon_parent_category_id',
      one: 'shed category',
      many: 'shed categories',
    },
    { table: 'shops', column: 'nb_addon_category_id', one: 'new builds of shop', many: 'new builds of shops' },
    { table: 'shops', column: 'ol_addon_category_id', one: 'off-lot orders of shop', many: 'off-lot orders of shops' },
  ],
};

export const addOnCategoryKind: RecordKind<typeof AddOnCategory> = {
  what: 'Add-on category',
  entity: 'addon-category',
  table: 'addon_categories',
  schema: AddOnCategory,
  find: async (db, ids) =>
    await queryRows<z.output<typeof AddOnCategory>>(selectAddOnCategories(db).whereRaw('c.id = any(?)', [ids])),
  uses: [
    { table: 'add_ons', column: 'category_id', one: 'add-on', many: 'add-ons' },
    { table: 'addon_labor', column: 'category_id', one: 'add-on labor record', many: 'add-on labor records' },
  ],
};

export const addOnKind: RecordKind<typeof AddOn> = {
  what: 'Add-on',
  entity: 'add-on',
  table: 'add_ons',
  schema: AddOn,
  find: async (db, ids) =>
    await queryRows<z.output<typeof AddOn>>(selectWholeAddOns(db).whereRaw('a.id = any(?)', [ids])),
  uses: [
    { table: 'shed_add_ons', column: 'add_on_id', one: 'shed', many: 'sheds' },
    { table: 'shed_model_add_ons', column: 'add_on_id', one: 'shed model', many: 'shed models' },
    openOrders('id in (select order_id from order_lines where add_on_id = ?)'),
  ],
};
