import type { Knex } from 'knex';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { type Cause, type CausedAlert, type CausingOrder, listHolding, toKey } from './cause.js';

/** A New order that is held back, with the names its alerts are about. */
export interface HoldingOrder extends CausingOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly dealerId: string | null;
}

/** The columns of orders that decide whether one is held back, and by what. */
export const holdingColumns = mapColumns(
  'id serialNumber shopId shopName dealerId dealerName modelName categoryName alerts',
);

/**
 * All New orders that cannot be pushed, by serial number; only those with one kind of alert, or only some orders, if
 * given.
 */
export async function readHolding(
  db: Knex,
  { kind, ids }: { readonly kind?: string | undefined; readonly ids?: readonly string[] | undefined } = {},
): Promise<HoldingOrder[]> {
  const query = db('orders')
    .where({ status: 'New' })
    .whereRaw('(open_alerts > 0 or shop_id is null)')
    .orderBy(['serial_number', 'id'])
    .select(holdingColumns);
  if (kind !== undefined) query.whereRaw('alerts @> ?::jsonb', [JSON.stringify([{ code: kind }])]);
  if (ids) query.whereRaw('id = any(?::uuid[])', [[...ids]]);
  return queryRows<HoldingOrder>(query);
}

/** The alerts of one cause that hold an order back. */
export const listCaused = (order: CausingOrder, cause: Cause): CausedAlert[] =>
  listHolding(order).filter((one) => one.kind === cause.kind && toKey(one) === toKey(cause));
