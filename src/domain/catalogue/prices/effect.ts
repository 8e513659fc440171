import type { Knex } from 'knex';
import { z } from 'zod';
import { type ActorCtx, getScope } from '../../kernel/context.js';
import { skipPriceRule } from '../../kernel/rights/price-refusal.js';
import { Total } from '../../kernel/money.js';
import { fraction } from '../../pricing/exact.js';
import { openStatuses } from '../../kernel/order/status.js';
import { type Service, service } from '../../kernel/service.js';
import { type AddOnPrice, addOnPrices } from './add-on-prices.js';
import { type ShedPrice, shedPrices } from './shed-prices.js';
import { type TouchedPrices, touchedSince, versionMark } from './touched.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { queryCount, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { cents } from '../../kernel/cents.js';
import { tryOut } from '../../kernel/try-out.js';

/** Null if no cost is known. */
const Profit = z.object({ grossProfit: Total.nullable(), percent: z.number().nullable() });
const ShopEffect = z.object({
  shop: NamedRecord,
  /** Sheds with their standard add-ons, as new builds or off-lot; or one unit of each add-on. */
  what: z.enum(['NB', 'INV', 'addOns']),
  /** How many of them get different figures at this shop. */
  count: z.int(),
  /** How many of these are left out of the profits because their cost is unknown before or after. */
  leftOut: z.int(),
  before: Profit,
  after: Profit,
});

/**
 * The effect of a change of prices or costs: how many sheds, add-ons and open orders get different figures, and the
 * gross profit by shop.
 */
export const PriceEffect = z.object({
  sheds: z.int(),
  addOns: z.int(),
  openOrders: z.int(),
  shops: z.array(ShopEffect),
});
export type PriceEffect = z.output<typeof PriceEffect>;
type ShopEffect = PriceEffect['shops'][number];

/**
 * Creates the preview of a use case that changes prices. It makes the change, compares figures and gross profit (P6)
 * before and after at each shop, and rolls the change back. A shop sees only its own figures.
 */
export const computeEffect = (write: Service): Service<z.ZodType, typeof PriceEffect> =>
  service({
    summary: `${write.summary}: preview the effect on prices and gross profit`,
    permission: write.permission as 'catalogue.write', // the change checks its own permission
    effect: 'read',
    input: write.input,
    output: PriceEffect,
    run: (ctx: ActorCtx, input) =>
      tryOut(
        (work) => ctx.db.transaction(work),
        (trx: Knex) => measureChange(ctx, trx, () => write(lookingOnly(ctx, trx), z.encode(write.input, input))),
      ),
  });

/** Lets view-only users preview too, because the change is rolled back. */
const lookingOnly = (ctx: ActorCtx, trx: Knex): ActorCtx => ({
  ...ctx,
  db: trx,
  actor: { ...ctx.actor, viewOnly: false },
});

/** Makes a change and measures its effect. */
async function measureChange(ctx: ActorCtx, trx: Knex, change: () => Promise<unknown>): Promise<PriceEffect> {
  await skipPriceRule(trx); // a change that is rolled back needs no second person
  const mark = await versionMark(trx);
  await change();
  const scopeOfChange = await touchedSince(trx, mark);
  const before = await momentBefore(trx);
  const atOwnCosts = getScope(ctx.actor) !== null || scopeOfChange.shopIds !== null;
  const sheds = new Set(scopeOfChange.hauledShedIds);
  const addOns = new Set<string>();
  const shops: ShopEffect[] = [];
  for (const shop of await getShops(ctx, trx, scopeOfChange)) {
    const measuring = { trx, shop, at: before, own: atOwnCosts };
    shops.push(...(await shedEffects(measuring, scopeOfChange.shedIds, sheds)));
    shops.push(...(await addOnEffect(measuring, scopeOfChange.addOnIds, addOns)));
  }
  const openOrders = await countOpen(ctx, trx, scopeOfChange, { sheds: [...sheds], addOns: [...addOns] });
  return { sheds: sheds.size, addOns: addOns.size, openOrders, shops };
}

/** The moment just before this transaction's changes. Rows it changes are versioned with its start time. */
async function momentBefore(trx: Knex): Promise<string> {
  const row = await queryOnlyRow<{ at: string }>(trx.raw(`select (now() - interval '1 microsecond')::text as at`));
  return row.at;
}

type ShopName = ShopEffect['shop'];

async function getShops(ctx: ActorCtx, trx: Knex, { shopIds }: TouchedPrices): Promise<ShopName[]> {
  const scope = getScope(ctx.actor);
  const shops = scope ? [scope] : shopIds;
  const query = trx('shops').orderByRaw('lower(name)').select({ _id: 'id', name: 'name' });
  return queryRows<ShopName>(shops ? query.whereRaw('id = any(?)', [shops]) : query);
}

interface MeasureScope {
  readonly trx: Knex;
  readonly shop: ShopName;
  /** The moment just before the change. */
  readonly at: string;
  /** Whether profit is calculated at the shop's own costs. */
  readonly own: boolean;
}

/** The sheds with different prices at a shop, as new builds, and also off-lot if the effect differs there. */
async function shedEffects({ trx, shop, at, own }: MeasureScope, shedIds: string[], reachedIds: Set<string>) {
  const effects: ShopEffect[] = [];
  for (const what of ['NB', 'INV'] as const) {
    const want = { shopId: shop._id, type: what, shedIds };
    const [old, now] = [await shedPrices(trx, { ...want, at }), await shedPrices(trx, want)];
    const changedIds = shedIds.filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)));
    for (const id of changedIds) reachedIds.add(id);
    const comparableIds = changedIds.filter((id) => [old, now].every((prices) => !prices.get(id)?.costUnknown.length));
    const effect = {
      shop,
      what,
      count: changedIds.length,
      leftOut: changedIds.length - comparableIds.length,
      before: computeProfit(old, comparableIds, own),
      after: computeProfit(now, comparableIds, own),
    };
    if (changedIds.length > 0 && !effects.some((other) => rise(other) === rise(effect))) effects.push(effect);
  }
  return effects;
}

const rise = ({ before, after }: Pick<ShopEffect, 'before' | 'after'>): number =>
  (after.grossProfit ?? 0) - (before.grossProfit ?? 0);

/**
 * P6: the total gross profit of sheds with their standard add-ons. With `atOwnCosts`, the box counts at the shop's own
 * costs.
 */
function computeProfit(prices: ReadonlyMap<string, ShedPrice>, ids: readonly string[], atOwnCosts: boolean) {
  if (ids.length === 0) return { grossProfit: null, percent: null };
  let grossProfit = 0;
  let revenue = 0;
  for (const id of ids) {
    const price = prices.get(id);
    if (!price) continue;
    const box = atOwnCosts ? price.shop : price.standard;
    grossProfit += box.boxGrossProfit + price.standardAddOns.grossProfit;
    revenue += box.shopsRetailPrice + price.standardAddOns.shopAmount;
  }
  return { grossProfit: cents(grossProfit), percent: fraction(grossProfit, revenue) };
}

/**
 * The add-ons with different prices at a shop, one unit of each. Percent-type add-ons are left out because they have
 * a price only in an order.
 */
async function addOnEffect(
  { trx, shop, at, own }: MeasureScope,
  ids: string[],
  reachedIds: Set<string>,
): Promise<ShopEffect[]> {
  const want = { shopId: shop._id, ids };
  const [old, now] = [await addOnPrices(trx, { ...want, at }), await addOnPrices(trx, want)];
  const changedIds = ids.filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)));
  const inOrders = ids.filter((id) => now.has(id) && now.get(id)?.standard === null);
  for (const id of [...changedIds, ...inOrders]) reachedIds.add(id);
  const profit = (prices: ReadonlyMap<string, AddOnPrice>) => {
    const units = changedIds.flatMap((id) => prices.get(id)?.[own ? 'shop' : 'standard'] ?? []);
    const grossProfit = units.reduce((all, unit) => all + Math.round(unit.grossProfit * 100), 0);
    const revenue = units.reduce((all, unit) => all + Math.round(unit.shopPrice * 100), 0);
    return { grossProfit: cents(grossProfit), percent: fraction(grossProfit, revenue) };
  };
  if (changedIds.length === 0) return [];
  return [{ shop, what: 'addOns', count: changedIds.length, leftOut: 0, before: profit(old), after: profit(now) }];
}

/**
 * Counts open orders (pushed to shops, not yet invoiced) that re-pricing would affect. They keep their stored prices
 * until then.
 */
async function countOpen(
  ctx: ActorCtx,
  trx: Knex,
  { shopIds, settings, dealerIds }: TouchedPrices,
  { sheds, addOns }: { readonly sheds: readonly string[]; readonly addOns: readonly string[] },
): Promise<number> {
  const scope = getScope(ctx.actor);
  const shops = scope ? [scope] : shopIds;
  const query = trx('orders as o').whereIn('o.status', openStatuses);
  if (!settings)
    query.where((either) => {
      void either
        .whereRaw('o.shed_id = any(?)', [[...sheds]])
        .orWhereRaw('o.dealer_id = any(?)', [dealerIds])
        .orWhereRaw('exists (select 1 from order_lines l where l.order_id = o.id and l.add_on_id = any(?))', [
          [...addOns],
        ]);
    });
  const n = await queryCount(shops ? query.whereRaw('o.shop_id = any(?)', [shops]) : query);
  return Number(n);
}
