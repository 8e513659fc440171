import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';
import { publishCatalogue } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { plural } from '../../kernel/text/plural.js';
import { tenThousandths } from '../../pricing/exact.js';
import { moveBack } from '../../stock/movements.js';
import { COUNT, lockStock } from './count.js';
import { shopNamed } from './demand.js';

export const undoCount = service({
  summary: 'Undo a physical count, once: each item has its quantity from before; refused if stock moved since',
  permission: 'items.change',
  effect: 'write',
  input: z.object({ id: Id, count: Id }),
  output: z.object({ msg: z.string(), restored: z.int() }),
  run: async (ctx, { id, count }) => {
    const { _id: shop } = await shopNamed(ctx, id);
    const changes = await findChanges(ctx.db, shop, count);
    if (changes.length === 0) throw notFound('Count');
    const current = await lockStock(
      ctx.db,
      shop,
      changes.map(({ item }) => item),
    );
    await refuseMoved(ctx.db, shop, count);
    await moveBack(ctx, [count], { why: 'physical count undone', source: 'count', sourceId: count });
    await trail(ctx, shop, { changes, current });
    await publishCatalogue(ctx);
    return { msg: 'Count undone.', restored: changes.length };
  },
});

/** How a count changed the current quantity of an item. */
interface CountChange {
  readonly item: string;
  readonly difference: number;
}

/** What a count of the shop changed. */
const findChanges = async (db: Knex, shop: string, count: string): Promise<CountChange[]> =>
  await queryRows<CountChange>(
    db('stock_movements')
      .where({ shop_id: shop, source: 'count', source_id: count, why: COUNT })
      .orderBy('item_id')
      .select({ item: 'item_id', difference: 'current' }),
  );

/** Refuses to undo a count twice, or after the current quantity of one of its items changed; its stock is locked. */
async function refuseMoved(db: Knex, shop: string, count: string): Promise<void> {
  const { undone, moved } = await queryOnlyRow<{ undone: boolean; moved: number }>(
    db.raw(
      `select coalesce(bool_or(later.source_id = :count), false) as undone, count(distinct counted.item_id)::int as moved
         from stock_movements counted join stock_movements later using (shop_id, item_id)
        where counted.shop_id = :shop and counted.source_id = :count and counted.why = :why
          and later.id > counted.id and later.current <> 0`,
      { shop, count, why: COUNT },
    ),
  );
  if (undone) throw new DomainError('count-not-undoable', { why: 'it was already undone' });
  if (moved === 0) return;
  const items = `${moved} counted ${plural(moved, 'item')}`;
  throw new DomainError('count-not-undoable', { why: `the stock of ${items} changed since` });
}

/** Records the restored quantities in the history. */
const trail = (
  ctx: WriteCtx,
  shopId: string,
  { changes, current }: { readonly changes: readonly CountChange[]; readonly current: ReadonlyMap<string, number> },
): Promise<void> =>
  ctx.audit([
    { action: 'undo physical count', entity: 'shop', id: shopId, shopId, after: { restored: changes.length } },
    ...changes.map(({ item, difference }) => {
      const counted = current.get(item) ?? 0;
      return {
        ...{ action: 'undo physical count', entity: 'item', id: item, shopId },
        before: { quantityInCurrent: counted },
        after: { quantityInCurrent: (tenThousandths(counted) - tenThousandths(difference)) / 1e4 },
      };
    }),
  ]);
