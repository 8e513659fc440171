import type { Knex } from 'knex';
import { queryOnlyRow } from '../kernel/database/rows.js';

/** The SQL condition that the movement `counted` is of a count that was not undone. */
export const IS_COUNT = `counted.why like 'physical count%'
  and (select sum(back.current) from stock_movements back where back.source_id = counted.source_id
        and (back.shop_id, back.item_id) = (counted.shop_id, counted.item_id)) is distinct from 0`;

/**
 * Whether material that an order took from stock has been counted since, by a count that was not undone: returning it
 * would make the count wrong.
 */
export async function isCountedSince(db: Knex, orderId: string): Promise<boolean> {
  const row = await queryOnlyRow<{ counted: boolean }>(
    db.raw(
      `select exists (
       select from stock_movements taken join stock_movements counted using (shop_id, item_id)
        where taken.source_id = :orderId and taken.current < 0 and counted.id > taken.id and ${IS_COUNT}) as counted`,
      { orderId },
    ),
  );
  return row.counted;
}
