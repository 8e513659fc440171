import type { Knex } from 'knex';
import { z } from 'zod';
import type { Cents } from '../cents.js';
import { type ActorCtx, scopeOf } from '../context.js';
import { Total } from '../money.js';
import { fraction } from '../pricing/exact.js';
import { openStatuses } from '../orders/status.js';
import { type Service, service } from '../service.js';
import { type ShedPrice, shedPrices } from './shed-prices.js';
import { type Touched, touchedSince, versionMark } from './touched.js';

const Profit = z.object({ grossProfit: Total, percent: z.number() });
const ShopEffect = z.object({
  shop: z.object({ _id: z.uuid(), name: z.string() }),
  /** Sheds whose figures change at this shop. */
  sheds: z.int(),
  before: Profit,
  after: Profit,
});

/** What a change of prices or costs would do; nothing of it is stored. */
export const PriceEffect = z.object({
  sheds: z.int(),
  addOns: z.int(),
  openOrders: z.int(),
  shops: z.array(ShopEffect),
});
export type PriceEffect = z.output<typeof PriceEffect>;
type ShopEffect = PriceEffect['shops'][number];

class NotKept extends Error {
  constructor(readonly effect: PriceEffect) {
    super('a preview is never kept');
  }
}

/**
 * The preview of a use case that moves prices: makes the change, sees what it reaches and what the box gross profit
 * (P6, new build) of the sheds it reaches is before and after at each shop, and takes the change back. A shop sees its own figures alone.
 */
export const effectOf = (write: Service): Service =>
  service({
    summary: `${write.summary}: what it would do to prices and gross profit`,
    permission: write.permission as 'catalogue.write', // whatever the change itself asks for
    effect: 'read',
    input: write.input,
    output: PriceEffect,
    run: async (ctx: ActorCtx, input) => {
      try {
        return await ctx.db.transaction((trx) =>
          tried(ctx, trx, () => write(lookingOnly(ctx, trx), z.encode(write.input, input))),
        );
      } catch (error) {
        if (error instanceof NotKept) return error.effect;
        throw error;
      }
    },
  });

/** The change is taken back, so a view-only user may try it too. */
const lookingOnly = (ctx: ActorCtx, trx: Knex): ActorCtx => ({
  ...ctx,
  db: trx,
  actor: { ...ctx.actor, viewOnly: false },
});

/** Makes a change, measures it and throws what it measured, so that nothing is kept. */
async function tried(ctx: ActorCtx, trx: Knex, change: () => Promise<unknown>): Promise<never> {
  const mark = await versionMark(trx);
  await change();
  const touched = await touchedSince(trx, mark);
  const before = await momentBefore(trx);
  const own = scopeOf(ctx.actor) !== null || touched.shopIds !== null;
  const shops: ShopEffect[] = [];
  for (const shop of await shopsOf(ctx, trx, touched)) {
    const effect = await effectAt(trx, shop, touched, before, own);
    if (effect.sheds > 0) shops.push(effect);
  }
  const sheds = touched.shedIds.length;
  throw new NotKept({ sheds, addOns: touched.addOnIds.length, openOrders: await countOpen(ctx, trx, touched), shops });
}

/** Rows changed in a transaction are kept under the time it began: just before that the catalogue was the old one. */
async function momentBefore(trx: Knex): Promise<string> {
  const { rows } = (await trx.raw(`select (now() - interval '1 microsecond')::text as at`)) as {
    rows: [{ at: string }];
  };
  return rows[0].at;
}

type ShopName = ShopEffect['shop'];

async function shopsOf(ctx: ActorCtx, trx: Knex, { shopIds }: Touched): Promise<ShopName[]> {
  const scope = scopeOf(ctx.actor);
  const wanted = scope ? [scope] : shopIds;
  const query = trx('shops').orderByRaw('lower(name)').select({ _id: 'id', name: 'name' });
  return (await (wanted ? query.whereRaw('id = any(?)', [wanted]) : query)) as ShopName[];
}

async function effectAt(
  trx: Knex,
  shop: ShopName,
  { shedIds }: Touched,
  at: string,
  own: boolean,
): Promise<ShopEffect> {
  const want = { shopId: shop._id, type: 'NB' as const, shedIds };
  const [old, now] = [await shedPrices(trx, { ...want, at }), await shedPrices(trx, want)];
  const changed = shedIds.filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)));
  return { shop, sheds: changed.length, before: profitOf(old, changed, own), after: profitOf(now, changed, own) };
}

/** Σ of the box gross profit of sheds: at the shop's own costs for a shop and where its own values change, else at standard ones. */
function profitOf(prices: ReadonlyMap<string, ShedPrice>, ids: readonly string[], own: boolean) {
  let grossProfit = 0;
  let revenue = 0;
  for (const id of ids) {
    const price = prices.get(id)?.[own ? 'shop' : 'standard'];
    grossProfit += price?.boxGrossProfit ?? 0;
    revenue += price?.shopsRetailPrice ?? 0;
  }
  return { grossProfit: grossProfit as Cents, percent: fraction(grossProfit, revenue) };
}

/** Pushed orders, not yet invoiced, of what is reached: they keep what they were priced with. */
async function countOpen(ctx: ActorCtx, trx: Knex, { shedIds, addOnIds, shopIds }: Touched): Promise<number> {
  const scope = scopeOf(ctx.actor);
  const wanted = scope ? [scope] : shopIds;
  const query = trx('orders as o')
    .whereIn('o.status', openStatuses)
    .where((reached) => {
      void reached
        .whereRaw('o.shed_id = any(?)', [shedIds])
        .orWhereRaw('exists (select 1 from order_lines l where l.order_id = o.id and l.add_on_id = any(?))', [
          addOnIds,
        ]);
    });
  const [{ n }] = (await (wanted ? query.whereRaw('o.shop_id = any(?)', [wanted]) : query).count({ n: '*' })) as [
    { n: number },
  ];
  return Number(n);
}
