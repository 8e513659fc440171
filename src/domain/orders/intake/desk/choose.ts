import { type Cents, cents } from '../../../kernel/cents.js';
import { service } from '../../../kernel/service.js';
import type { ActorCtx, WriteCtx } from '../../../kernel/context.js';
import { queryFirstRow, queryOnlyRow } from '../../../kernel/database/rows.js';
import { invalid } from '../../../kernel/errors.js';
import { plural } from '../../../kernel/text/plural.js';
import { readOrders, type StoredOrder } from '../../pricing/locked-orders.js';
import { storedAlerts } from '../insert-rows.js';
import { type Choices, choiceKey } from '../names.js';
import { lockNewOrders } from '../new-orders-lock.js';
import { buildAgain, type BuiltAgain, rematchInChunks, type UnpricedOrder } from '../rematch.js';
import type { ChosenKind } from './cause.js';
import { keepChoice } from './choices.js';
import { listCaused, readHolding } from './holding.js';
import { ChoiceApplied, ChoiceEffect, ChooseForAlerts } from './schema.js';

/** The most orders that one call changes and matches, in one transaction. */
const AT_ONCE = 1000;
const CHUNK = 500;

export const chooseForAlerts = service({
  summary:
    'Choose a shop, dealer, model or add-on for all New orders with the same name in their file, and remember the choice',
  permission: 'orders.import',
  effect: 'write',
  input: ChooseForAlerts,
  output: ChoiceApplied,
  run: async (ctx, input) => {
    await lockNewOrders(ctx);
    const { chosen, ids, name } = await plan(ctx, input);
    if (ids.length === 0) ctx.unchanged();
    const now = ids.slice(0, AT_ONCE);
    const { orders, unpriced } = await applyInChunks(ctx, now, input, chosen);
    const { kind, words, within, remember } = input;
    if (kind !== 'shop-missing' && name !== null)
      await keepChoice(ctx, { kind, words, within, name, chosen, remember });
    const changedIds = orders.map(({ id }) => id);
    const after = { kind, name, chosen: chosen.name, orders: changedIds.length, remembered: remember };
    if (ids.length > 0) await ctx.audit({ action: 'choose for alerts', entity: 'order', ids: changedIds, after });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return {
      msg: describeApplied(changedIds.length, chosen.name, unpriced),
      orders: changedIds.length,
      ready: orders.filter(isReady).length,
      left: ids.length - now.length,
      unpriced: [...unpriced],
    };
  },
});

export const previewChoice = service({
  summary: 'Preview a choice for alerts: how many orders can then be pushed, and how their totals change',
  permission: 'orders.import',
  effect: 'read',
  input: ChooseForAlerts,
  output: ChoiceEffect,
  run: async (ctx, input) => {
    const { chosen, ids } = await plan(ctx, input);
    const now = ids.slice(0, AT_ONCE);
    const builtOrders: BuiltAgain['built'][number][] = [];
    const pricedOrders: StoredOrder[] = [];
    const unpricedOrders: UnpricedOrder[] = [];
    for (let at = 0; at < now.length; at += CHUNK) {
      const orders = await readOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [now.slice(at, at + CHUNK)]));
      const results = await buildAgain(ctx, withShop(orders, input.kind, chosen), toChoices(input));
      builtOrders.push(...results.built);
      pricedOrders.push(...results.priced);
      unpricedOrders.push(...results.unpriced);
    }
    const readyOrders = builtOrders.filter(
      ({ matchedOrder, alerts }, n) =>
        matchedOrder.shop !== null && storedAlerts(alerts, pricedOrders[n]?.alerts).every(({ accepted }) => accepted),
    );
    const sumAfter = (view: 'shop' | 'company') =>
      cents(builtOrders.reduce((sum, { figures }) => sum + figures.grandTotal[view], 0));
    const after = { shop: sumAfter('shop'), company: sumAfter('company') };
    return {
      orders: builtOrders.length,
      ready: readyOrders.length,
      before: await sumTotals(ctx, pricedOrders),
      after,
      unpriced: unpricedOrders,
    };
  },
});

interface ChosenRecord {
  readonly _id: string;
  readonly name: string;
}

/** The chosen record, the orders that the choice applies to, and the name as written in their file. */
async function plan(ctx: ActorCtx, { kind, words, within, choice, ids }: ChooseForAlerts) {
  if (kind === 'shop-missing' && !ids) throw invalid('ids', 'is required if no shop is given');
  const record = await findRecord(ctx, kind, choice);
  const heldOrders = await readHolding(ctx.db, { kind, ids });
  const caused = heldOrders.flatMap((order) => {
    const [alert] = listCaused(order, { kind, words, within });
    return alert ? [{ id: order.id, name: alert.name }] : [];
  });
  return { chosen: record, ids: caused.map(({ id }) => id).toSorted(), name: caused[0]?.name ?? null };
}

const tables = {
  shop: 'shops',
  'shop-missing': 'shops',
  dealer: 'dealers',
  model: 'shed_models',
  'add-on': 'add_ons',
} as const satisfies Record<ChosenKind, string>;

async function findRecord({ db }: ActorCtx, kind: ChosenKind, id: string): Promise<ChosenRecord> {
  const record = await queryFirstRow<ChosenRecord>(db(tables[kind]).where({ id }).first({ _id: 'id', name: 'name' }));
  if (!record) throw invalid('choice', 'no longer exists. Choose another');
  return record;
}

/** The choice as matching reads it. A shop for orders without one is set on the orders instead. */
const toChoices = ({ kind, words, within, choice }: ChooseForAlerts): Choices =>
  new Map(kind === 'shop-missing' ? [] : [[choiceKey(kind, words, within), choice]]);

const withShop = (
  orders: readonly StoredOrder[],
  kind: ChosenKind,
  { _id, name }: ChosenRecord,
): readonly StoredOrder[] =>
  kind === 'shop-missing' ? orders.map((order) => ({ ...order, shopId: _id, shopName: name })) : orders;

async function applyInChunks(ctx: WriteCtx, ids: readonly string[], input: ChooseForAlerts, record: ChosenRecord) {
  const orders: StoredOrder[] = [];
  const unpricedOrders: UnpricedOrder[] = [];
  const prepare = (lockedOrders: readonly StoredOrder[]) => withShop(lockedOrders, input.kind, record);
  for await (const after of rematchInChunks(ctx, ids, toChoices(input), prepare)) {
    const unpricedIds = new Set(after.unpriced.map(({ id }) => id));
    orders.push(...after.orders.filter(({ id }) => !unpricedIds.has(id)));
    unpricedOrders.push(...after.unpriced);
  }
  return { orders, unpriced: unpricedOrders };
}

const isReady = ({ shopId, alerts }: StoredOrder): boolean =>
  shopId !== null && alerts.every(({ accepted }) => accepted);

async function sumTotals({ db }: ActorCtx, orders: readonly StoredOrder[]) {
  return queryOnlyRow<{ shop: Cents; company: Cents }>(
    db('orders')
      .whereRaw('id = any(?::uuid[])', [orders.map(({ id }) => id)])
      .select(db.raw('coalesce(sum(grand_total_shop), 0) as shop, coalesce(sum(grand_total_company), 0) as company')),
  );
}

function describeApplied(orders: number, name: string, unpricedOrders: readonly UnpricedOrder[]): string {
  const [first] = unpricedOrders;
  const sentence =
    orders === 0 ? 'This alert is no longer on any order.' : `${name} chosen for ${orders} ${plural(orders, 'order')}.`;
  if (!first) return sentence;
  return `${sentence} ${unpricedOrders.length} could not be priced: ${first.serialNumber} (${first.reason})${unpricedOrders.length > 1 ? ', …' : ''}.`;
}
