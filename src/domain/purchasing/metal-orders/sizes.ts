import type { Knex } from 'knex';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { packageQuantity } from './rules.js';
import { SizedPackage, SizeMetalPackage } from './schema.js';
import { type Amount, findOrderedMetal, findOrderPart, findShedPart, findStillNeeded } from './sizes-query.js';
import { queryRows } from '../../kernel/database/rows.js';
import { officeAndShop } from '../../kernel/records/fields.js';

export const sizeMetalPackage = service({
  summary:
    'Get the items of a metal package for an order by serial number or for a shed size, less what is already bought',
  permission: 'purchasing.read',
  effect: 'read',
  input: SizeMetalPackage,
  output: officeAndShop(SizedPackage),
  run: async (ctx, { shop: requestedShop, shed = null, except = null, ...of }) => {
    const shop = await findShopFilter(ctx, requestedShop);
    const sheds = await findSheds(ctx.db, of.component);
    if (shop === null) return { sizedBy: 'none' as const, items: [], sheds };
    return { ...(await sizePackage(ctx.db, { ...of, shop, shed, except })), sheds };
  },
});

export interface PackageFor {
  readonly shop: string;
  readonly component: string;
  readonly serialNumber: string;
  readonly shed: string | null;
  /** The metal order being edited, whose packages do not count; otherwise null. */
  readonly except: string | null;
}
type SizedItems = Pick<SizedPackage, 'sizedBy' | 'items'>;

/**
 * P11: sizes a package to its shed. The quantities come from the order with the serial number if its snapshot has the
 * component, or else from the given shed, minus what metal orders have for the serial number and what material orders
 * cover for the order.
 */
export async function sizePackage(db: Knex, of: PackageFor): Promise<SizedItems> {
  const { serialNumber, shed, component, shop, except } = of;
  const orderPart = serialNumber === '' ? undefined : await findOrderPart(db, shop, { serialNumber, component });
  const isOwn = orderPart !== undefined && orderPart.items.length > 0;
  const parts = isOwn ? orderPart.items : shed ? await findShedPart(db, shed, component) : [];
  if (parts.length === 0) return { sizedBy: 'none', items: [] };
  const orderedByItem = new Map((await findOrderedMetal(db, of)).map((row) => [row.item, row.here]));
  const still = isOwn ? await findStillNeeded(db, { shop, order: orderPart.order, except }) : [];
  const leftByItem = new Map(still.map(({ item, needed, bought }) => [item, Math.max(0, needed - bought)]));
  const itemNames = await nameItems(db, shop, parts);
  const items = itemNames.map((item) => {
    const need = {
      ...item,
      ordered: orderedByItem.get(item._id) ?? 0,
      left: isOwn ? (leftByItem.get(item._id) ?? 0) : null,
    };
    return { ...need, quantity: packageQuantity(need, { here: 0, all: 0 }) };
  });
  return { sizedBy: isOwn ? 'order' : 'shed', items };
}

/** Quantities with the shop's item names; an item no longer in the catalogue is left out. */
async function nameItems(db: Knex, shop: string, parts: readonly Amount[]) {
  const rows = await queryRows<{ _id: string; name: string; type: string }>(
    db('items as i')
      .joinRaw('left join shop_item_values v on v.item_id = i.id and v.shop_id = ?::uuid', [shop])
      .whereRaw('i.id = any(?)', [parts.map(({ item }) => item)])
      .select({ _id: 'i.id', type: 'i.type' })
      .select(db.raw('coalesce(v.name, i.name) as name')),
  );
  const byId = new Map(rows.map((row) => [row._id, row]));
  return parts.flatMap(({ item, quantity: neededQuantity }) => {
    const metalItem = byId.get(item);
    return metalItem ? [{ ...metalItem, needed: neededQuantity }] : [];
  });
}

/** A shed by size and style: `10x12 Lofted Barn, Barn Wall`. */
export const SHED_NAME = `trim_scale(h.width)::text || 'x' || trim_scale(h.length)::text || ' ' || m.name || ', ' || b.name`;

/** The catalogue's sheds made with a component, by size. */
const findSheds = async (db: Knex, component: string) =>
  await queryRows<{ _id: string; name: string }>(
    db('shed_components as c')
      .join('sheds as h', 'h.id', 'c.shed_id')
      .join('shed_models as m', 'm.id', 'h.model_id')
      .join('base_styles as b', 'b.id', 'h.base_style_id')
      .where('c.component_id', component)
      .orderByRaw('h.width, h.length, lower(m.name), lower(b.name), h.id')
      .select({ _id: 'h.id' })
      .select(db.raw(`${SHED_NAME} as name`)),
  );
