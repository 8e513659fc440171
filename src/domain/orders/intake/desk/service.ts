import type { Knex } from 'knex';
import { z } from 'zod';
import { getPaging } from '../../../kernel/records/fields.js';
import { queryCount, queryRows } from '../../../kernel/database/rows.js';
import { service } from '../../../kernel/service.js';
import { type Cause, listHolding, toKey } from './cause.js';
import { groupByCause } from './groups.js';
import { type HoldingOrder, listCaused, readHolding } from './holding.js';
import { AlertDesk, CauseInput, type HeldOrder, HeldOrders } from './schema.js';
import { suggest } from './suggest.js';

/** How many causes are listed, and for how many of them suggestions are searched. */
const SHOWN = 100;
const SUGGESTED = 20;

export const getAlertDesk = service({
  summary: 'Group the causes that hold back New orders, with suggestions, and count the orders that can be pushed',
  permission: 'orders.import',
  effect: 'read',
  input: z.object({}),
  output: AlertDesk,
  run: async ({ db }) => {
    const [heldOrders, total] = await Promise.all([readHolding(db), queryCount(db('orders').where({ status: 'New' }))]);
    const groups = groupByCause(heldOrders);
    const suggestions = await suggest(db, groups.slice(0, SUGGESTED));
    return {
      ready: total - heldOrders.length,
      held: heldOrders.length,
      causes: groups.length,
      groups: groups.slice(0, SHOWN).map((group) => ({ ...group, suggestions: suggestions.get(toKey(group)) ?? [] })),
    };
  },
});

export const listHeldOrders = service({
  summary: 'List the New orders that are held back, with the reasons: all of them, or those of one cause',
  permission: 'orders.import',
  effect: 'read',
  input: CauseInput.extend({
    kind: CauseInput.shape.kind.optional(),
    ...getPaging(100),
  }),
  output: HeldOrders,
  run: async ({ db }, { kind, words, within, page, size }) => {
    const cause = kind === undefined ? null : { kind, words, within };
    const orders = await readHolding(db, { kind });
    const matchingOrders = cause ? orders.filter((order) => listCaused(order, cause).length > 0) : orders;
    const pageOrders = matchingOrders.slice((page - 1) * size, page * size);
    return { items: await describe(db, pageOrders, cause), total: matchingOrders.length };
  },
});

async function describe(db: Knex, orders: readonly HoldingOrder[], cause: Cause | null): Promise<HeldOrder[]> {
  const shopsByDealer = await findShopsOfDealers(db, orders);
  return orders.map((order) => ({
    _id: order.id,
    serialNumber: order.serialNumber,
    shop: order.shopName,
    dealer: order.dealerName,
    model: order.modelName,
    reasons: (cause ? listCaused(order, cause) : listHolding(order)).map(({ alert }) =>
      alert.accepted ? 'choose a shop first' : alert.text,
    ),
    suggestedShop: (order.shopId === null && shopsByDealer.get(order.dealerId ?? '')) || null,
  }));
}

/** The shops of the dealers of orders without a shop, by dealer. */
async function findShopsOfDealers(db: Knex, orders: readonly HoldingOrder[]) {
  const dealers = orders.flatMap(({ shopId, dealerId }) => (shopId === null && dealerId ? [dealerId] : []));
  if (dealers.length === 0) return new Map<string, { _id: string; name: string }>();
  const rows = await queryRows<{ dealer: string; _id: string; name: string }>(
    db('dealers as d')
      .join('shops as s', 's.id', 'd.shop_id')
      .whereRaw('d.id = any(?::uuid[])', [dealers])
      .select({ dealer: 'd.id', _id: 's.id', name: 's.name' }),
  );
  return new Map(rows.map(({ dealer, ...shop }) => [dealer, shop]));
}
