import type { Knex } from 'knex';

/** Whether the material that an order took from stock was counted after it took it: returning it would make the count wrong. */
export async function isCountedSince(db: Knex, orderId: string): Promise<boolean> {
  const { rows } = (await db.raw(
    `select exists (
       select from stock_movements taken join stock_movements counted using (shop_id, item_id)
        where taken.source_id = :orderId and taken.current < 0 and counted.id > taken.id
          and counted.why like 'physical count%') as counted`,
    { orderId },
  )) as { rows: [{ counted: boolean }] };
  return rows[0].counted;
}
