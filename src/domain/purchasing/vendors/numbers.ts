import type { Knex } from 'knex';
import { DomainError } from '../../kernel/errors.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

type Table = 'material_orders' | 'metal_orders';

interface NumberedOrder {
  readonly shop: string;
  readonly number: string;
  /** The order being edited, which may keep its number; null for a new order. */
  readonly id: string | null;
  /** Whether the user confirmed a number that another order has. */
  readonly repeat: boolean;
}

/** Throws if another order of the shop has the PO number (ignoring case) and the user did not confirm it. */
export async function refuseTakenOrderNumber(
  db: Knex,
  table: Table,
  { shop, number, id, repeat }: NumberedOrder,
): Promise<void> {
  if (repeat) return;
  const earlierOrder = await queryFirstRow<{ number: string; vendor: string; orderedDate: string }>(
    db(`${table} as m`)
      .join('vendors as v', 'v.id', 'm.vendor_id')
      .where('m.shop_id', shop)
      .whereRaw('lower(m.purchase_order_number) = lower(?)', [number])
      .whereRaw('m.id is distinct from ?::uuid', [id])
      .orderBy('m.id', 'desc')
      .first({ number: 'm.purchase_order_number', vendor: 'v.name', orderedDate: 'm.ordered_on' }),
  );
  if (earlierOrder) throw new DomainError('purchase-order-number-taken', earlierOrder);
}
