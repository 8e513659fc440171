import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { type Cents, cents, toDollars } from '../../kernel/cents.js';
import { invalid } from '../../kernel/errors.js';
import { Money, Total } from '../../kernel/money.js';
import { Id } from '../../kernel/records/fields.js';
import { publishCatalogue } from '../../kernel/records/record.js';
import { lastActor, refuseStale } from '../../kernel/records/stale.js';
import { readInput, service } from '../../kernel/service.js';
import { raisePrice } from '../../pricing/uses/raised.js';
import { findSizes, type ShedSize } from './queries.js';
import { rawWith, queryRows } from '../../kernel/database/rows.js';

const MOST = 20_000;

/**
 * Sheds by ID, without duplicates, each with its new retail price and the price the user saw, to refuse overwriting a
 * newer one.
 */
export const RetailPrices = z
  .array(
    z.object({
      _id: Id,
      retailPrice: Money.refine((cents) => cents >= 0, 'must not be negative'),
      was: Money.optional(),
    }),
  )
  .min(1, 'must have at least one shed')
  .max(MOST)
  .refine((rows) => new Set(rows.map(({ _id }) => _id)).size === rows.length, 'must list each shed only once');

const Answer = z.object({ msg: z.string(), updated: z.int(), unchanged: z.int() });

export const storeRetailPrices = service({
  summary: 'Set the retail prices of many sheds at once; existing orders keep their prices',
  permission: 'prices.change',
  effect: 'write',
  input: z.object({ sheds: RetailPrices }),
  output: Answer,
  run: (ctx, { sheds }) => setRetailPrices(ctx, sheds),
});

export const raiseRetailPrices = service({
  summary:
    'Change the retail prices of a category, or of one of its models, by a percent or by dollars; existing orders keep their prices',
  permission: 'prices.change',
  effect: 'write',
  input: z
    .object({
      category: Id,
      model: Id.optional(),
      percent: z.number().gt(-100, 'must be more than -100').optional(),
      dollars: z.number().optional(),
      /** Rounds up to a multiple of this many dollars; 0 for no rounding. */
      step: z.number().min(0, 'must not be negative').default(0),
    })
    .refine(({ percent, dollars }) => (percent === undefined) !== (dollars === undefined), {
      path: ['percent'],
      message: 'enter either percent or dollars, not both',
    }),
  output: Answer,
  run: async (ctx, { category, model, percent = 0, dollars = 0, step }) => {
    const change = { percent, dollars, step };
    const sizes = await findSizes(ctx.db, { category, model });
    if (sizes.length === 0) throw invalid('category', 'has no sheds to change');
    const lockedPrices = await lockPrices(
      ctx,
      sizes.map(({ _id }) => _id),
    );
    const sheds = [...lockedPrices].map(([_id, price]) => ({ _id, retailPrice: raisePrice(toDollars(price), change) }));
    const free = new Set(sheds.flatMap(({ _id, retailPrice }) => (retailPrice > 0 ? [] : _id)));
    const lowered = sizes.find(({ _id }) => free.has(_id) && lockedPrices.get(_id) !== 0);
    if (lowered) throw invalid(percent === 0 ? 'dollars' : 'percent', `${describeSize(lowered)} would have no price`);
    return storePrices(ctx, lockedPrices, readInput(z.object({ sheds: RetailPrices }), { sheds }).sheds);
  },
});

const describeSize = ({ model, width, length }: ShedSize): string => `${model.name} ${width}x${length}`;

/**
 * Stores retail prices. Throws invalid-input if a shed does not exist, stale-record if its price differs from what
 * the user saw.
 */
export async function setRetailPrices(ctx: WriteCtx, sheds: z.output<typeof RetailPrices>) {
  const lockedPrices = await lockPrices(
    ctx,
    sheds.map(({ _id }) => _id),
  );
  const missingAt = sheds.findIndex(({ _id }) => !lockedPrices.has(_id));
  if (missingAt >= 0) throw invalid(`sheds.${missingAt}._id`, 'does not exist');
  for (const { _id: id, was } of sheds)
    await refuseStale(was, lockedPrices.get(id), async () => ({
      what: 'The retail price',
      by: await lastActor(ctx.db, id),
      current: { retailPrice: z.encode(Total, lockedPrices.get(id) ?? cents(0)) },
    }));
  return storePrices(ctx, lockedPrices, sheds);
}

/** Stores the prices that differ from `lockedPrices`. */
async function storePrices(
  ctx: WriteCtx,
  lockedPrices: ReadonlyMap<string, Cents>,
  sheds: z.output<typeof RetailPrices>,
) {
  const changes = sheds
    .map(({ _id: id, retailPrice: to }) => ({ id, from: lockedPrices.get(id) ?? cents(0), to }))
    .filter(({ from, to }) => from !== to);
  await putPrices(ctx, changes);
  if (changes.length === 0) ctx.unchanged();
  await publishCatalogue(ctx);
  return { msg: 'Retail Prices are updated', updated: changes.length, unchanged: sheds.length - changes.length };
}

interface Change {
  readonly id: string;
  readonly from: Cents;
  readonly to: Cents;
}

async function lockPrices(ctx: WriteCtx, ids: string[]): Promise<Map<string, Cents>> {
  const rows = await queryRows<{ id: string; price: Cents }>(
    ctx.db('sheds').whereRaw('id = any(?)', [ids]).orderBy('id').forUpdate().select('id', 'retail_price as price'),
  );
  return new Map(rows.map(({ id, price }) => [id, price]));
}

/** Writes all prices in one statement and all history entries in another, regardless of how many there are. */
async function putPrices(ctx: WriteCtx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  await rawWith(
    ctx.db,
    `update sheds s set retail_price = n.price, revision = s.revision + 1, updated_at = ?
       from unnest(?::uuid[], ?::bigint[]) as n(id, price) where s.id = n.id`,
    [ctx.clock.now(), ids, changes.map(({ to }) => to)],
  );
  const toDollarPrice = (cents: Cents) => ({ retailPrice: z.encode(Total, cents) });
  await ctx.audit(
    changes.map(({ id, from, to }) => ({
      action: 'change retail price',
      entity: 'shed',
      id,
      before: toDollarPrice(from),
      after: toDollarPrice(to),
    })),
  );
}
