import { ApiError, formatMessage } from '../../lib/server/api.js';
import type { Refusal } from '../../lib/queue/change-queue.js';
import type { OrderChange, WaitingChange } from '../../lib/queue/waiting-list.js';
import type { OrderRow } from './change-order.js';
import { isShopRole, type Role } from '../../../domain/kernel/rights/roles.js';
import { listShopTargets, type OrderStatus, shopTakeBacks } from '../../../domain/kernel/order/status.js';

/** The fields of an order that waiting changes can affect. */
type ChangedFields = Pick<
  OrderRow,
  '_id' | 'status' | 'statusSince' | 'holdReason' | 'metalOrdered' | 'builder' | 'openAlerts'
>;

/** An order with the changes made on this device applied. */
export function withChanges<T extends ChangedFields>(order: T, changes: readonly WaitingChange[]): T {
  return changes.filter((one) => one.order === order._id).reduce<T>(withChange, order);
}

function withChange<T extends ChangedFields>(order: T, { change, at }: WaitingChange): T {
  const { status = order.status, metalOrdered = order.metalOrdered, builder } = change;
  const isMoved = status !== order.status;
  const holdReason = change.holdReason === undefined ? order.holdReason : change.holdReason;
  return {
    ...order,
    status,
    statusSince: isMoved ? new Date(at).toISOString() : order.statusSince,
    holdReason: isMoved && status !== 'On Hold' ? null : holdReason,
    metalOrdered,
    builder: builder === undefined ? order.builder : getBuilder(order, builder),
    openAlerts: Math.max(0, order.openAlerts - listAccepted(change).length),
  };
}

/** The IDs of the alerts that a change accepts. */
export const listAccepted = ({ alerts = [] }: OrderChange): string[] =>
  alerts.flatMap(({ _id, accepted }) => (accepted ? [_id] : []));

const getBuilder = ({ builder }: ChangedFields, chosen: OrderChange['builder']): ChangedFields['builder'] => {
  const id = typeof chosen === 'object' ? chosen?._id : chosen;
  if (!id) return null;
  return builder?._id === id ? builder : { _id: id, name: '' };
};

/** Describes a change, to be shown after a serial number: `to Finished`. */
export function changeText({ change }: WaitingChange): string {
  const { status, metalOrdered } = change;
  if (status) return `to ${status}`;
  if (metalOrdered !== undefined) return metalOrdered ? 'metal ordered' : 'metal not ordered';
  return 'builder' in change ? 'builder changed' : 'details changed';
}

/** Whether a role can undo a move immediately with the opposite move. */
export function canGoBack(from: OrderStatus, to: OrderStatus, role: Role): boolean {
  if (!isShopRole(role)) return true;
  const now = new Date();
  return listShopTargets(to, { statusSince: now.toISOString(), now }).includes(from);
}

/** The change that returns an order to an earlier status, On Hold with its reason. */
export const returnTo = (status: OrderStatus, holdReason: string | null | undefined) => ({
  status,
  ...(status === 'On Hold' && holdReason ? { holdReason } : {}),
});

/** The change that undoes a move; null if it is not a move, is an undo itself, or the user's role may not. */
export function toUndo({ change, from, holdReason }: WaitingChange, role: Role): OrderChange | null {
  const { status } = change;
  if (status === undefined || status === from || shopTakeBacks[from] === status) return null;
  return canGoBack(from, status, role) ? returnTo(from, holdReason) : null;
}

/** Describes a change that was not saved: why, the order's status now, and what else was not saved. */
export function refusalText({ change, dropped, error }: Refusal): string {
  const { serialNumber } = change;
  if (!(error instanceof ApiError) || error.status >= 500) return `An error occurred while updating ${serialNumber}.`;
  const status = error.readCurrent<{ readonly status?: unknown } | undefined>()?.status;
  const now = typeof status === 'string' ? ` It is ${status} now.` : '';
  const laterText = dropped.map((one) => changeText(one)).join(', ');
  const rest = laterText ? ` Also not saved: ${laterText}.` : '';
  const why = formatMessage(error);
  const what = why.includes(serialNumber) ? 'Not saved' : `Order ${serialNumber} was not saved`;
  return `${what} (${changeText(change)}): ${why}${now}${rest}`;
}
