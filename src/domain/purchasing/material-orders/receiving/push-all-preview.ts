import { z } from 'zod';
import { computeEffect, PriceEffect } from '../../../catalogue/prices/effect.js';
import { findShopItem } from '../../../catalogue/items/queries.js';
import { type Cents, cents } from '../../../kernel/cents.js';
import { Total } from '../../../kernel/money.js';
import { NamedRecord, officeAndShop } from '../../../kernel/records/fields.js';
import { service } from '../../../kernel/service.js';
import { costInStock, getWaiting } from '../rules.js';
import { findWaitingLines, PushAll, pushAllToInventory, toSeen, type WaitingLine } from './push-all.js';
import { Cost, countComponents, extendCost, inWork } from './push-preview.js';

const PushedItem = z.object({ item: NamedRecord, quantity: z.number(), before: Cost, after: Cost });
type PushedItem = z.output<typeof PushedItem>;

/**
 * The combined effect of moving everything received to stock: each item's unit cost before and after, the products
 * made from the items, the material of the shop's current orders, and the catalogue's prices and gross profit (P6).
 * Moving with this preview's `seen` applies exactly this.
 */
const PushAllEffect = z.object({
  seen: z.number(),
  orders: z.int(),
  items: z.array(PushedItem),
  components: z.int(),
  building: z.object({ orders: z.int(), standard: Total, before: Total, after: Total }),
  prices: PriceEffect,
});

export const previewPushAll = service({
  summary: 'Preview what moving everything received to stock does to item costs, orders in progress and gross profit',
  permission: 'purchasing.write',
  effect: 'read',
  input: PushAll,
  output: officeAndShop(PushAllEffect),
  run: async (ctx, input) => {
    const waitingLines = await findWaitingLines(ctx, input);
    const prices = z.decode(PriceEffect, await computeEffect(pushAllToInventory)(ctx, input));
    const ids = [...new Set(waitingLines.flatMap(({ line }) => line.item._id ?? []))];
    const storedItems: Awaited<ReturnType<typeof findShopItem>>[] = [];
    for (const id of ids) storedItems.push(await findShopItem(ctx.db, { shop: input.id, id }));
    const { orders, units } = await inWork(ctx.db, input.id, ids);
    const items = storedItems.map((item): PushedItem => ({
      item: { _id: item._id, name: item.name },
      ...sumLines(waitingLines.filter(({ line }) => line.item._id === item._id)),
      before: { subTotal: item.subTotal, freight: item.freight, total: item.total },
    }));
    const sum = (getCost: (n: number) => number): Cents =>
      cents(ids.reduce((total, id, n) => total + extendCost(units.get(id) ?? 0, getCost(n)), 0));
    return {
      seen: toSeen(waitingLines),
      orders: new Set(waitingLines.map(({ order }) => order)).size,
      items,
      components: await countComponents(ctx.db, ids),
      building: {
        orders,
        standard: sum((n) => storedItems[n]?.standard.total ?? 0),
        before: sum((n) => storedItems[n]?.total ?? 0),
        after: sum((n) => items[n]?.after.total ?? 0),
      },
      prices,
    };
  },
});

/** The total quantity of an item's lines, and the cost of the last line, which becomes the item's cost. */
function sumLines(waitingLines: readonly WaitingLine[]): Pick<PushedItem, 'quantity' | 'after'> {
  const costs = waitingLines.map(({ line }) => costInStock(line));
  const quantity = waitingLines.reduce((sum, { line }) => sum + Math.round(getWaiting(line) * 1e4), 0) / 1e4;
  return { quantity, after: costs.at(-1) ?? { subTotal: 0, freight: 0, total: 0 } };
}
