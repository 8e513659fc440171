import { can } from '../../../domain/access/permissions.js';
import { type Audience, audienceOf } from '../../../domain/access/roles.js';
import { type OrderStatus, orderStatuses, shopTransitions, whyNot } from '../../../domain/orders/status.js';
import type { Me } from '../../lib/session.js';
import { VIEW_ONLY } from '../../lib/session.js';
import type { OrderRecord } from './order-types.js';

/** Why a part of the form cannot be changed now; null where it can. */
export interface Locks {
  readonly side: Audience;
  /** Colors, dealer, notes: the office's. */
  readonly office: string | null;
  /** Whatever decides the figures: the office's, until the order is invoiced. */
  readonly figures: string | null;
  /** Builder, metal ordered, paint. */
  readonly shopPart: string | null;
  /** What custom add-ons cost. */
  readonly costs: string | null;
  /** Shop, model and what unknown lines are, of a New order. */
  readonly matching: string | null;
}

const OFFICE_ONLY = 'The office keeps this.';

/** What a user may change of an order in its present status. */
export function locksOf(order: OrderRecord, me: Me): Locks {
  const side = audienceOf(me.role);
  if (me.viewOnly) return allLocked(side, VIEW_ONLY);
  const { status } = order;
  if (!can(me, 'orders.edit')) {
    const isOver = status === 'Invoiced' || status === 'Canceled';
    const reason = isOver ? `The order is ${status}: nothing of it can be changed.` : null;
    return { ...allLocked(side, OFFICE_ONLY), shopPart: reason, costs: reason };
  }
  const figures = status === 'Invoiced' ? 'The figures are locked until the invoice is deleted.' : null;
  const matching = status === 'New' ? null : 'It can be chosen while the order is New.';
  return { side, office: null, figures, shopPart: null, costs: figures, matching };
}

const allLocked = (side: Audience, reason: string): Locks => ({
  side,
  office: reason,
  figures: reason,
  shopPart: reason,
  costs: reason,
  matching: reason,
});

export interface StatusChoice {
  readonly status: OrderStatus;
  /** Why the order cannot go there; null when it can. */
  readonly why: string | null;
}

/** Where an order may go: every status for the office, the shop's next steps for a shop. */
export function statusChoices(order: OrderRecord, me: Me, shop = order.shop?._id ?? ''): StatusChoice[] {
  const move = {
    from: order.status,
    role: me.role,
    hasInvoice: order.invoice !== null,
    hasShop: shop !== '',
    openAlerts: order.openAlerts,
  };
  const all: readonly OrderStatus[] = can(me, 'orders.set-any-status') ? orderStatuses : shopTransitions[order.status];
  return all.map((status) => ({ status, why: whyNot({ ...move, to: status }) }));
}

/** Why an order cannot be deleted; null when it can. */
export function whyNotDeleted(order: OrderRecord, me: Me): string | null {
  if (order.invoice)
    return `An invoiced order needs its invoice deleted first: invoice ${order.invoice.invoiceNumber}.`;
  if (order.status === 'Building' && !me.superAdmin) return 'Only a super admin deletes an order in Building.';
  if (order.status === 'Canceled' && me.superRole !== 'admin')
    return 'Only a user with super role admin deletes a canceled order.';
  return null;
}
