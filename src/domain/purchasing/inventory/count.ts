import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { publishCatalogue } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { shopNamed } from './demand.js';
import { moveStock } from '../../stock/movements.js';
import { countDifference } from '../../stock/rules.js';
import { CountStock } from '../../stock/schema.js';
import { queryRows } from '../../kernel/database/rows.js';

/** The reason and action of a physical count. */
export const COUNT = 'physical count';

/** Sets current quantities to a count; its answer has the ID with which it can be undone, null if nothing changed. */
export const countStock = service({
  summary: "Set a shop's current quantities to a physical count; refused if stock moved after the count was loaded",
  permission: 'items.change',
  effect: 'write',
  input: CountStock,
  output: z.object({ msg: z.string(), _id: z.uuid().nullable(), changed: z.int(), unchanged: z.int() }),
  run: async (ctx, { id, counts }) => {
    const { _id: shop } = await shopNamed(ctx, id);
    if (counts.length === 0) throw invalid('counts', 'must have at least one item');
    const current = await lockStock(
      ctx.db,
      shop,
      counts.map(({ item }) => item),
    );
    const comparisons = counts.map((count, n) => {
      const was = current.get(count.item);
      if (was === undefined) throw invalid(`counts.${n}.item`, 'is not a valid item');
      return { ...count, now: was, difference: countDifference(was, count.counted, 0).quantity };
    });
    refuseMoved(comparisons);
    const differing = comparisons.filter(({ difference }) => difference !== 0);
    const countId = newId();
    const cause = { why: COUNT, source: 'count', sourceId: countId } as const;
    await moveStock(
      ctx,
      shop,
      cause,
      differing.map(({ item, difference }) => ({ item, current: difference })),
    );
    await trail(ctx, shop, comparisons);
    await publishCatalogue(ctx);
    const changedCount = differing.length;
    const _id = changedCount > 0 ? countId : null;
    return { msg: 'Count saved.', _id, changed: changedCount, unchanged: counts.length - changedCount };
  },
});

interface CountComparison {
  readonly item: string;
  readonly counted: number;
  readonly was?: number | undefined;
  readonly now: number;
  readonly difference: number;
}

/** The current quantities of items, locked until the transaction ends; an item without stock gets a row of zeros. */
export async function lockStock(db: Knex, shop: string, items: readonly string[]): Promise<Map<string, number>> {
  await db.raw(
    `insert into shop_item_values (shop_id, item_id) select :shop, id from items where id = any(:items) order by id
     on conflict do nothing`,
    { shop, items: [...items] },
  );
  const rows = await queryRows<{ item: string; current: number }>(
    db('shop_item_values')
      .where({ shop_id: shop })
      .whereRaw('item_id = any(?)', [[...items]])
      .orderBy('item_id')
      .forUpdate()
      .select({ item: 'item_id', current: 'quantity_in_current' }),
  );
  return new Map(rows.map(({ item, current }) => [item, current]));
}

/**
 * Refuses the count if any quantity changed since the user saw it. Stock has no revision, so the quantities of all
 * counted items are compared, and the refusal names no user.
 */
function refuseMoved(comparisons: readonly CountComparison[]): void {
  const movedItems = comparisons.filter(({ was, now }) => was !== undefined && was !== now);
  if (movedItems.length === 0) return;
  const what =
    movedItems.length === 1 ? 'The stock of 1 counted item' : `The stock of ${movedItems.length} counted items`;
  const current = movedItems.map(({ item, now }) => ({ item, quantityInCurrent: now }));
  throw new DomainError('stale-record', { what, by: null, current });
}

/** Records the count in the history, with the quantity before and after for each item that differs. */
const trail = (ctx: WriteCtx, shopId: string, comparisons: readonly CountComparison[]): Promise<void> =>
  ctx.audit([
    { action: COUNT, entity: 'shop', id: shopId, shopId, after: { counted: comparisons.length } },
    ...comparisons
      .filter(({ difference }) => difference !== 0)
      .map(({ item, now, counted }) => ({
        ...{ action: COUNT, entity: 'item', id: item, shopId },
        before: { quantityInCurrent: now },
        after: { quantityInCurrent: counted },
      })),
  ]);
