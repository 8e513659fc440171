import type { Knex } from 'knex';
import { queryOnlyRow } from '../kernel/database/rows.js';

/** Whether material that an order took from stock has been counted since: returning it would make the count wrong. */
export async function isCountedSince(db: Knex, orderId: string): Promise<boolean> {
  const row = await queryOnlyRow<{ counted: boolean }>(
    db.raw(
      `select exists (
       select from stock_movements taken join stock_movements counted using (shop_id, item_id)
        where taken.source_id = :orderId and taken.current < 0 and counted.id > taken.id
          and counted.why like 'physical count%') as counted`,
      { orderId },
    ),
  );
  return row.counted;
}
