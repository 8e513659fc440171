import type { WriteCtx } from '../kernel/context.js';
import { queryRows } from '../kernel/database/rows.js';

/** Why stock moves, as a readable text, and the record that caused it. */
export interface StockCause {
  readonly why: string;
  readonly source?: 'material-order' | 'order' | 'import' | 'count';
  readonly sourceId?: string;
}

/** A change of one item's quantities in a shop, with up to four decimals; quantities left out are unchanged. */
export interface StockMove {
  readonly item: string;
  readonly onOrder?: number;
  readonly received?: number;
  readonly current?: number;
}

/**
 * Sets the cause of every stock change in the rest of this transaction. A database trigger writes a movement row for
 * each change, with this cause, the actor and the time.
 */
export async function setCause(tx: WriteCtx, cause: StockCause): Promise<void> {
  const { actor, clock } = tx;
  const by = { actorId: actor.id, actorName: actor.name, at: clock.now() };
  const causeJson = JSON.stringify({ ...cause, ...by });
  await tx.db.raw(`select set_config('shedworks.stock', ?, true)`, [causeJson]);
}

/**
 * Moves quantities of a shop's items in one statement and in item order, so that concurrent moves cannot deadlock. An
 * item without shop values gets a row that follows the standard prices.
 */
export async function moveStock(
  tx: WriteCtx,
  shop: string,
  cause: StockCause,
  moves: readonly StockMove[],
): Promise<void> {
  if (moves.length === 0) return;
  await setCause(tx, cause);
  await tx.db.raw(
    `insert into shop_item_values as v (shop_id, item_id, quantity_on_order, quantity_in_received, quantity_in_current)
     select ?::uuid, item, sum(coalesce("onOrder", 0)), sum(coalesce(received, 0)), sum(coalesce(current, 0))
     from json_to_recordset(?::json) as m(item uuid, "onOrder" numeric, received numeric, current numeric)
     group by item order by item
     on conflict (shop_id, item_id) do update set
       quantity_on_order = v.quantity_on_order + excluded.quantity_on_order,
       quantity_in_received = v.quantity_in_received + excluded.quantity_in_received,
       quantity_in_current = v.quantity_in_current + excluded.quantity_in_current,
       revision = v.revision + 1`,
    [shop, JSON.stringify(moves)],
  );
  await tx.publish({ topic: 'stock', shopIds: [null, shop] });
}

/**
 * Reverses the movements of some records, exactly and only once: moves back what remains of them, summed by shop and
 * item. The reverse movements belong to `cause`. If that is another record, moving it back undoes this.
 */
export async function moveBack(tx: WriteCtx, sourceIds: readonly string[], cause: StockCause): Promise<void> {
  const rows = await queryRows<{ shop: string; moves: StockMove[] }>(
    tx.db.raw(
      `select shop_id as shop, json_agg(json_build_object('item', item_id, 'onOrder', -on_order, 'received', -received,
            'current', -current) order by item_id) as moves
       from (select shop_id, item_id, sum(on_order) as on_order, sum(received) as received, sum(current) as current
               from stock_movements where source_id = any(?) group by 1, 2) m
      where on_order <> 0 or received <> 0 or current <> 0
      group by shop_id order by shop_id`,
      [[...sourceIds]],
    ),
  );
  for (const { shop, moves } of rows) await moveStock(tx, shop, cause, moves);
}
