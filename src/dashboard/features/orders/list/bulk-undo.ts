import type { Input } from '../../../lib/server/api.js';
import type { OrderRow } from '../change-order.js';
import { returnTo } from '../change-text.js';

/** One change of several orders. */
export type BulkChange = Omit<Input<'PUT /api/orders/updateseveral'>, 'orders'>;

/** What restores an order after a change. */
export const toUndo = (
  { status, holdReason, builder, metalOrdered }: Pick<OrderRow, 'status' | 'holdReason' | 'builder' | 'metalOrdered'>,
  edit: BulkChange,
): BulkChange => ({
  ...(edit.status !== undefined && returnTo(status, holdReason)),
  ...(edit.builder !== undefined && { builder: builder?._id ?? null }),
  ...(edit.metalOrdered !== undefined && { metalOrdered }),
});
