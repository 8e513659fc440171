import { can } from '../../../../domain/kernel/rights/permissions.js';
import { type Audience, getAudience } from '../../../../domain/kernel/rights/roles.js';
import { findLocks, type OrderLocks } from '../../../../domain/orders/life/editable.js';
import {
  listShopTargets,
  type OrderStatus,
  orderStatuses,
  explainRefusedMove,
} from '../../../../domain/kernel/order/status.js';
import type { Me } from '../../../lib/server/session.js';
import { VIEW_ONLY } from '../../../lib/server/session.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import { toKeys, toRecord } from '../../../../domain/kernel/objects.js';

/** Why a part of the form is locked, as a sentence; null if it is not. */
export interface Locks extends OrderLocks {
  readonly side: Audience;
}

/** What a user may change on an order in its current status and its invoice's status. */
export function listLocks(order: OrderRecord, me: Me): Locks {
  const { matching } = findLocks(me, { status: 'New', invoiceStatus: null }); // the form offers these only for New
  const locks = { ...findLocks(me, { status: order.status, invoiceStatus: order.invoice?.status ?? null }), matching };
  const reasons = toRecord(toKeys(locks), (part) => (me.viewOnly ? VIEW_ONLY : sentence(locks[part])));
  return { side: getAudience(me.role), ...reasons };
}

const sentence = (why: string | null): string | null => why && `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;

export interface StatusChoice {
  readonly status: OrderStatus;
  /** Why the order cannot be moved there; null if it can. */
  readonly why: string | null;
}

/** The statuses an order can move to: any for the office, the next steps for a shop. */
export function statusChoices(order: OrderRecord, me: Me, shop = order.shop?._id ?? ''): StatusChoice[] {
  const move = {
    from: order.status,
    role: me.role,
    hasInvoice: order.invoice !== null,
    hasShop: shop !== '',
    openAlerts: order.openAlerts,
    statusSince: order.statusSince,
    now: new Date(),
    isCounted: false,
  };
  const all: readonly OrderStatus[] = can(me, 'orders.set-any-status')
    ? orderStatuses
    : listShopTargets(order.status, move);
  return all.map((status) => ({ status, why: explainRefusedMove({ ...move, to: status }) }));
}

/** Why an order cannot be deleted; null if it can. */
export function explainNotDeletable(order: OrderRecord, me: Me): string | null {
  if (order.invoice) return `Delete invoice ${order.invoice.invoiceNumber} first.`;
  if (order.status === 'Building' && !me.superAdmin) return 'Only a super admin can delete an order in Building.';
  if (order.status === 'Canceled' && me.superRole !== 'admin')
    return 'Only a user with the super role "admin" can delete a canceled order.';
  return null;
}
