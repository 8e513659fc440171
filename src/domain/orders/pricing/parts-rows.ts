import type { Knex } from 'knex';
import { inOneTrip } from '../../kernel/database/database.js';
import type { CaseLineLabor, RateType } from '../../pricing/case/case.js';

/** The sheds, add-ons and shops to read parts for. */
export interface PartsQuery {
  readonly shedIds: string[];
  readonly modelIds: string[];
  readonly addOnIds: string[];
  readonly shopIds: string[];
}

export interface SizeRow {
  readonly modelId: string;
  readonly baseStyleId: string;
  readonly width: number;
  readonly length: number;
}

export interface ComponentPartRow {
  readonly shedId: string;
  readonly componentId: string;
  readonly name: string;
  readonly quantity: number;
}
export interface ComponentItemRow {
  readonly componentId: string;
  readonly itemId: string;
  readonly quantity: number;
}
export interface AddOnItemRow {
  readonly addOnId: string;
  readonly shopId: string | null;
  /** Null in the single line of a shop whose item list is empty. */
  readonly itemId: string | null;
  readonly quantity: number;
  readonly replaceItem: boolean;
  readonly replacementItemId: string | null;
}
type Bases<T> = { readonly [K in 'buildBase' | 'roofBase' | 'trussCount' | 'paintHours']: T };
/** Door costs in cents. */
export type LaborRow = SizeRow & Bases<number> & { readonly id: string; readonly doorCost: number | null };
export type ShopLaborRow = Bases<number | null> & {
  readonly shopId: string;
  readonly laborId: string;
  readonly doorCost: number | null;
};
export type StyleRow = { readonly id: string; readonly shopId: string | null; readonly doorCost: number | null } & {
  readonly [K in 'build' | 'roof' | 'truss' | 'paint']: number | null;
} & { readonly [K in 'buildType' | 'roofType' | 'trussType' | 'paintType']: RateType | null };
export type AddOnLaborRow = CaseLineLabor & { readonly id: string; readonly shopId: string | null };
export type HaulRow = SizeRow & { readonly haulBase: number };

/** The rows behind the parts of the requested sheds and add-ons, with one query per table rather than per record. */
export async function readPartRows(db: Knex, want: PartsQuery) {
  const [components, componentItems, addOnItems, labor, shopLabor, styles, ownStyles, addOnLabor, hauls] =
    await inOneTrip<
      [
        ComponentPartRow[],
        ComponentItemRow[],
        AddOnItemRow[],
        LaborRow[],
        ShopLaborRow[],
        StyleRow[],
        StyleRow[],
        AddOnLaborRow[],
        HaulRow[],
      ]
    >(
      db,
      getComponents(db, want),
      getComponentItems(db, want),
      getAddOnItems(db, want),
      getLabor(db, want),
      getShopLabor(db, want),
      db('base_styles').select({ id: 'id', ...rates }),
      getOwnStyles(db, want),
      getAddOnLabor(db, want),
      getHauls(db, want),
    );
  const allStyles = [...styles, ...ownStyles];
  return { components, componentItems, addOnItems, labor, shopLabor, styles: allStyles, addOnLabor, hauls };
}
export type PartRows = Awaited<ReturnType<typeof readPartRows>>;

const size = { modelId: 'model_id', baseStyleId: 'base_style_id', width: 'width', length: 'length' };

const getComponents = (db: Knex, { shedIds }: PartsQuery) =>
  db('shed_components as x')
    .join('components as c', 'c.id', 'x.component_id')
    .join('component_categories as g', 'g.id', 'c.category_id')
    .whereRaw('x.shed_id = any(?)', [shedIds])
    .orderBy(['g.priority', 'c.name', 'c.id'])
    .select({ shedId: 'x.shed_id', componentId: 'c.id', name: 'c.name', quantity: 'x.quantity' });

const getComponentItems = (db: Knex, { shedIds }: PartsQuery) =>
  db('component_items')
    .whereRaw('component_id in (select component_id from shed_components where shed_id = any(?))', [shedIds])
    .orderBy(['component_id', 'position'])
    .select({ componentId: 'component_id', itemId: 'item_id', quantity: 'quantity' });

const getAddOnItems = (db: Knex, { addOnIds, shopIds }: PartsQuery) =>
  db('add_on_items')
    .whereRaw('add_on_id = any(?) and (shop_id is null or shop_id = any(?))', [addOnIds, shopIds])
    .orderBy(['add_on_id', 'position'])
    .select({
      addOnId: 'add_on_id',
      shopId: 'shop_id',
      itemId: 'item_id',
      quantity: 'quantity',
      replaceItem: 'replace_item',
      replacementItemId: 'replacement_item_id',
    });

const getLabor = (db: Knex, { modelIds }: PartsQuery) =>
  db('shed_labor')
    .whereRaw('model_id = any(?)', [modelIds])
    .select({
      id: 'id',
      ...size,
      buildBase: 'build_base',
      roofBase: 'roof_base',
      trussCount: 'truss_count',
      paintHours: 'paint_hours',
      doorCost: 'door_cost',
    });

const getShopLabor = (db: Knex, { modelIds, shopIds }: PartsQuery) =>
  db('shop_shed_labor as x')
    .join('shed_labor as l', 'l.id', 'x.shed_labor_id')
    .whereRaw('l.model_id = any(?) and x.shop_id = any(?)', [modelIds, shopIds])
    .select({
      shopId: 'x.shop_id',
      laborId: 'x.shed_labor_id',
      buildBase: 'x.build_base',
      roofBase: 'x.roof_base',
      trussCount: 'x.truss_count',
      paintHours: 'x.paint_hours',
      doorCost: 'x.door_cost',
    });

const rates = {
  doorCost: 'door_cost',
  build: 'build_value',
  buildType: 'build_type',
  roof: 'roof_value',
  roofType: 'roof_type',
  truss: 'truss_value',
  trussType: 'truss_type',
  paint: 'paint_value',
  paintType: 'paint_type',
};

const getOwnStyles = (db: Knex, { shopIds }: PartsQuery) =>
  db('shop_base_styles')
    .whereRaw('shop_id = any(?)', [shopIds])
    .select({ id: 'base_style_id', shopId: 'shop_id', ...rates });

const getAddOnLabor = (db: Knex, { shopIds }: PartsQuery) =>
  db.raw(
    `select id, null::uuid as "shopId", type, total from addon_labor
     union all select addon_labor_id, shop_id, type, total from shop_addon_labor where shop_id = any(?)`,
    [shopIds],
  );

const getHauls = (db: Knex, { modelIds }: PartsQuery) =>
  db('haul_bases')
    .whereRaw('model_id = any(?)', [modelIds])
    .select({ ...size, haulBase: 'haul_base' });

/** What items cost in dollars per unit, at standard values and at some shops' values. */
export async function readItemTotals(db: Knex, itemIds: string[], shopIds: string[]) {
  const [standard, shopTotals] = await inOneTrip<
    [{ id: string; total: number }[], { shopId: string; itemId: string; total: number }[]]
  >(
    db,
    db('items').whereRaw('id = any(?)', [itemIds]).select('id', 'total'),
    db('shop_item_values as v')
      .join('items as i', 'i.id', 'v.item_id')
      .whereRaw('v.item_id = any(?) and v.shop_id = any(?)', [itemIds, shopIds])
      .whereRaw('(v.sub_total is not null or v.freight is not null)')
      .select({ shopId: 'v.shop_id', itemId: 'v.item_id' })
      .select(db.raw('coalesce(v.sub_total, i.sub_total) + coalesce(v.freight, i.freight) as total')),
  );
  const standardById = new Map(standard.map((r) => [r.id, r.total]));
  const ownByKey = new Map(shopTotals.map((r) => [`${r.shopId}|${r.itemId}`, r.total]));
  return (itemId: string, shopId: string | null) => ({
    standardTotal: standardById.get(itemId) ?? 0,
    shopTotal: (shopId ? ownByKey.get(`${shopId}|${itemId}`) : undefined) ?? null,
  });
}
export type ItemTotals = Awaited<ReturnType<typeof readItemTotals>>;
