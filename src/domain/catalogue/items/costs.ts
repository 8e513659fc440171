import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { Id, UnitPrice } from '../../kernel/records/fields.js';
import { publishCatalogue } from '../../kernel/records/record.js';
import { lastActor, refuseStale } from '../../kernel/records/stale.js';
import { service } from '../../kernel/service.js';
import { queryRows, rawWith } from '../../kernel/database/rows.js';

const MOST = 20_000;

/**
 * Items by ID, each with its new standard sub-total and the sub-total the user saw, to refuse overwriting a newer
 * one.
 */
const ItemCosts = z
  .array(z.object({ _id: Id, subTotal: UnitPrice('is required'), was: UnitPrice().optional() }))
  .min(1, 'must have at least one item')
  .max(MOST)
  .refine((rows) => new Set(rows.map(({ _id }) => _id)).size === rows.length, 'must list each item only once');
type ItemCosts = z.output<typeof ItemCosts>;

export const updateItemCosts = service({
  summary: 'Set the standard sub-totals of many items at once; shops keep their own, existing orders keep their costs',
  permission: 'catalogue.write',
  effect: 'write',
  input: z.object({ items: ItemCosts }),
  output: z.object({ msg: z.string(), updated: z.int(), unchanged: z.int() }),
  run: async (ctx, { items }) => {
    const lockedCosts = await lockCosts(ctx, items);
    const changes = items
      .map(({ _id: id, subTotal: to }) => ({ id, from: lockedCosts.get(id)?.subTotal ?? 0, to }))
      .filter(({ from, to }) => from !== to);
    await putCosts(ctx, changes);
    if (changes.length === 0) ctx.unchanged();
    await publishCatalogue(ctx);
    return { msg: 'Item costs are updated', updated: changes.length, unchanged: items.length - changes.length };
  },
});

interface StoredCost {
  readonly id: string;
  readonly name: string;
  readonly subTotal: number;
}

/** Locks the items. Throws invalid-input for one that does not exist, stale-record for one whose cost changed since. */
async function lockCosts(ctx: WriteCtx, items: ItemCosts): Promise<ReadonlyMap<string, StoredCost>> {
  const rows = await queryRows<StoredCost>(
    ctx
      .db('items')
      .whereRaw('id = any(?)', [items.map(({ _id }) => _id)])
      .orderBy('id')
      .forUpdate()
      .select({ id: 'id', name: 'name', subTotal: 'sub_total' }),
  );
  const rowById = new Map(rows.map((row) => [row.id, row]));
  for (const [at, { _id: id, was }] of items.entries()) {
    const cost = rowById.get(id);
    if (!cost) throw invalid(`items.${at}._id`, 'does not exist');
    const { name, subTotal } = cost;
    await refuseStale(was, subTotal, async () => ({
      what: `Item ${name}`,
      by: await lastActor(ctx.db, id),
      current: { subTotal },
    }));
  }
  return rowById;
}

interface Change {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}

/** Writes all costs in one statement and all history entries in another, regardless of how many there are. */
async function putCosts(ctx: WriteCtx, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await rawWith(
    ctx.db,
    `update items i set sub_total = n.cost, revision = i.revision + 1, updated_at = ?
       from unnest(?::uuid[], ?::numeric[]) as n(id, cost) where i.id = n.id`,
    [ctx.clock.now(), changes.map(({ id }) => id), changes.map(({ to }) => to)],
  );
  await ctx.audit(
    changes.map(({ id, from, to }) => ({
      action: 'change item cost',
      entity: 'item',
      id,
      before: { subTotal: from },
      after: { subTotal: to },
    })),
  );
}
