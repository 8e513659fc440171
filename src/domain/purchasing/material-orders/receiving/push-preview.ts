import type { Knex } from 'knex';
import { z } from 'zod';
import { asCents, mulDiv, tenThousandths } from '../../../pricing/exact.js';
import { materials } from '../../../stock/materials.js';
import { findShopItem } from '../../../catalogue/items/queries.js';
import { Total } from '../../../kernel/money.js';
import { computeEffect, PriceEffect } from '../../../catalogue/prices/effect.js';
import { NamedRecord, officeAndShop } from '../../../kernel/records/fields.js';
import { service } from '../../../kernel/service.js';
import { costInStock, getWaiting } from '../rules.js';
import { PushLine } from '../schema.js';
import { findPush, pushToInventory } from './push-to-inventory.js';
import type { Cents } from '../../../kernel/cents.js';
import { queryOnlyRow, queryRows } from '../../../kernel/database/rows.js';

/** An item's unit cost in dollars. */
export const Cost = z.object({ subTotal: z.number(), freight: z.number(), total: z.number() });

/**
 * The effect of moving a line to stock: the item's unit cost before and after; the products made from the item; the
 * material of the shop's InQueue and Building orders (snapshot quantities × cost) at the standard cost and at the
 * shop's cost before and after; and the resulting catalogue prices and gross profit (P6).
 */
const PushEffect = z.object({
  item: NamedRecord,
  quantity: z.number(),
  before: Cost,
  after: Cost,
  components: z.int(),
  building: z.object({ orders: z.int(), units: z.number(), standard: Total, before: Total, after: Total }),
  prices: PriceEffect,
});

export const previewPush = service({
  summary:
    'Preview what moving received material to stock does to the item cost, to orders in progress and to gross profit',
  permission: 'purchasing.write',
  effect: 'read',
  input: PushLine,
  output: officeAndShop(PushEffect),
  run: async (ctx, input) => {
    const { order, line } = await findPush(ctx, input);
    const shop = order.shop._id;
    const item = await findShopItem(ctx.db, { shop, id: input.id });
    const prices = z.decode(PriceEffect, await computeEffect(pushToInventory)(ctx, input));
    const { orders, units } = await inWork(ctx.db, shop, [input.id]);
    const usedUnits = units.get(input.id) ?? 0;
    const after = costInStock(line);
    const of = (unitCost: number) => extendCost(usedUnits, unitCost);
    return {
      item: { _id: item._id, name: item.name },
      quantity: getWaiting(line),
      before: { subTotal: item.subTotal, freight: item.freight, total: item.total },
      after,
      components: await countComponents(ctx.db, [input.id]),
      building: {
        orders,
        units: usedUnits,
        standard: of(item.standard.total),
        before: of(item.total),
        after: of(after.total),
      },
      prices,
    };
  },
});

/** Units × unit cost, in cents. */
export const extendCost = (units: number, unitCost: number): Cents =>
  asCents(mulDiv(tenThousandths(units), tenThousandths(unitCost), 1e6));

/** Counts the components that contain any of these items. */
export async function countComponents(db: Knex, items: readonly string[]): Promise<number> {
  const row = await queryOnlyRow<{ n: number }>(
    db('component_items')
      .whereRaw('item_id = any(?::uuid[])', [[...items]])
      .countDistinct({ n: 'component_id' }),
  );
  return row.n;
}

/** P12: how much of each item the shop's InQueue and Building orders need, and how many of those orders need any. */
export async function inWork(db: Knex, shop: string, items: readonly string[]) {
  const rows = await queryRows<{ item: string | null; orders: number; units: number }>(
    db.raw(
      `with chosen as (select id, snapshot, sqft from orders where shop_id = ? and status in ('InQueue', 'Building')),
     ${materials}
     select p.item_id as item, count(distinct u.order_id)::int as orders, round(sum(u.units * p.quantity), 4) as units
       from used u join parts p using (hash) where p.item_id = any(?::uuid[]) group by rollup (p.item_id)`,
      [shop, [...items]],
    ),
  );
  return {
    orders: rows.find(({ item }) => item === null)?.orders ?? 0,
    units: new Map(rows.flatMap(({ item, units }) => (item === null ? [] : [[item, units] as const]))),
  };
}
