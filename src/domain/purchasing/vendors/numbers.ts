import type { Knex } from 'knex';
import { DomainError } from '../../kernel/errors.js';
import { firstRowOf } from '../../kernel/database/rows.js';

type Table = 'material_orders' | 'metal_orders';

interface Numbered {
  readonly shop: string;
  readonly number: string;
  /** The order that has the number already, while it is changed. */
  readonly id: string | null;
  /** Whether a person wants the number although another order has it. */
  readonly repeat: boolean;
}

/** Refuses a PO number that another order of the shop has, in any case of its letters, unless it is wanted twice. */
export async function refuseTakenNumber(db: Knex, table: Table, { shop, number, id, repeat }: Numbered): Promise<void> {
  if (repeat) return;
  const taken = await firstRowOf<{ number: string; vendor: string; orderedDate: string }>(
    db(`${table} as m`)
      .join('vendors as v', 'v.id', 'm.vendor_id')
      .where('m.shop_id', shop)
      .whereRaw('lower(m.purchase_order_number) = lower(?)', [number])
      .whereRaw('m.id is distinct from ?::uuid', [id])
      .orderBy('m.id', 'desc')
      .first({ number: 'm.purchase_order_number', vendor: 'v.name', orderedDate: 'm.ordered_on' }),
  );
  if (taken) throw new DomainError('purchase-order-number-taken', taken);
}
