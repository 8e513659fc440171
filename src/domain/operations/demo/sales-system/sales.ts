import type { Knex } from 'knex';
import { queryRows } from '../../../kernel/database/rows.js';
import type { OrderStatus } from '../../../kernel/order/status.js';
import type { SaleRow } from './server.js';

/** A sale with the status of its order here. */
export interface Sale {
  readonly status: OrderStatus;
  readonly row: SaleRow;
}

/**
 * Every sale as the sales system last sent it: the row that waits for a decision, or the row of its order. So the
 * demo's sales system needs no storage of its own.
 */
export async function readSales(db: Knex): Promise<Sale[]> {
  const sales = await queryRows<{ status: OrderStatus; row: Readonly<Record<string, unknown>> & { id: string } }>(
    db.raw(
      `select o.status, coalesce(p.row, s.source) as row
         from orders o join order_sources s on s.order_id = o.id
           left join order_proposals p on p.order_id = o.id and p.state = 'open'
         where o.external_id is not null and s.source->>'dateOrdered' is not null
         order by o.external_id`,
    ),
  );
  return sales.map(({ status, row }) => ({
    status,
    row: { ...row, timestamp: String(row['timestamp'] ?? row['dateOrdered']) },
  }));
}
