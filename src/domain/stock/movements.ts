import type { WriteCtx } from '../kernel/context.js';
import { rowsOf } from '../kernel/database/rows.js';

/** Why stock moves, as people read it, and the record it moves for. */
export interface Cause {
  readonly why: string;
  readonly source?: 'material-order' | 'order' | 'import' | 'count';
  readonly sourceId?: string;
}

/** The change of one item's quantities of a shop; a quantity that is not named stays. Up to four decimals. */
export interface Move {
  readonly item: string;
  readonly onOrder?: number;
  readonly received?: number;
  readonly current?: number;
}

/**
 * Names the cause of whatever changes stock in the rest of this transaction; the database keeps a movement row of each
 * change by itself, with this cause and the actor.
 */
export async function causeOf(tx: WriteCtx, cause: Cause): Promise<void> {
  const { actor } = tx;
  const actorId = actor.id;
  const told = JSON.stringify({ ...cause, actorId, actorName: actor.name });
  await tx.db.raw(`select set_config('shedworks.stock', ?, true)`, [told]);
}

/**
 * Moves quantities of a shop's items, in one statement and in the order of the items, so that two movers never wait for
 * each other in a circle. An item the shop has no values of gets a row of its own that follows the standard prices.
 */
export async function moveStock(tx: WriteCtx, shop: string, cause: Cause, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return;
  await causeOf(tx, cause);
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
 * Moves back what moved for some records, exactly and once: what is left of their movements, each shop's and item's sum.
 * The movements back belong to `cause`; where it names another record, that one's are moved back to undo this.
 */
export async function moveBack(tx: WriteCtx, sourceIds: readonly string[], cause: Cause): Promise<void> {
  const rows = await rowsOf<{ shop: string; moves: Move[] }>(
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
