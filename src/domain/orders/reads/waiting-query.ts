import type { Knex } from 'knex';
import { queryRows } from '../../kernel/database/rows.js';
import type { WaitingRecord } from '../../kernel/notices/waiting.js';

/** New orders with open alerts, for the office; oldest first. */
export const findHeldBack = (db: Knex): Promise<WaitingRecord[]> =>
  queryRows<WaitingRecord>(
    db('orders')
      .where('status', 'New')
      .where('open_alerts', '>', 0)
      .orderBy('id')
      .select({ id: 'id', name: 'serial_number' })
      .select(db.raw('null::uuid as "shopId"')),
  );

/** Orders On Hold since `since` or longer, once for the office and once for their shop; oldest first. */
export const findOverdueHolds = (db: Knex, since: Date): Promise<WaitingRecord[]> =>
  queryRows<WaitingRecord>(
    db.raw(
      `select s.shop_id as "shopId", o.id, o.serial_number as name
         from orders o cross join lateral (select o.shop_id union all select null) s
        where o.status = 'On Hold' and o.status_since < ? and (o.shop_id is not null or s.shop_id is null)
        order by o.status_since, o.id`,
      [since],
    ),
  );
