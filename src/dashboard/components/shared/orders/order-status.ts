import type { Side } from '../../../lib/use-side.js';
import { isCorrectable } from '../../../../domain/billing/invoices/rules.js';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import type { OrderStatus } from '../../../../domain/kernel/order/status.js';
import { plural } from '../../../../domain/kernel/text/plural.js';

/** The last part of the address of each status's list. */
export const slugs = {
  InQueue: 'inqueue',
  Building: 'building',
  Finished: 'finished',
  'On Hold': 'onhold',
  Invoiced: 'invoiced',
  Canceled: 'canceled',
} as const satisfies Record<Exclude<OrderStatus, 'New'>, string>;

export type ListedStatus = keyof typeof slugs;

/** The width of a tablet, the device builders use. */
export const TABLET = '(max-width: 1023.98px)';

/** The address of an order's screen. */
export const getForm = (side: Side, id: string): string => `/${side}/order/form?id=${encodeURIComponent(id)}`;

/** The age of what is less than a minute old. */
export const JUST_NOW = 'Just now';
const MINUTE = 60_000;
const spans = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** The age of an instant in its largest unit: `3 days`, `1 hour`, `Just now`. */
export function formatAge(instant: string, now: Date): string {
  const age = now.getTime() - new Date(instant).getTime();
  for (const [unit, length] of spans) {
    const count = Math.floor(age / length);
    if (count >= 1) return `${count} ${plural(count, unit)}`;
  }
  return JUST_NOW;
}

/** How long an order has had its status: `for 3 days`, `just now`; of work, `just started`. */
export function formatSince({ status, statusSince }: StatusFacts, now: Date): string {
  const age = formatAge(statusSince, now);
  if (age !== JUST_NOW) return `for ${age}`;
  return status === 'Building' ? 'just started' : 'just now';
}

/** A status with its age: `InQueue for 3 days`, `Building, just started`. */
export function formatStatusAge(order: StatusFacts, now: Date): string {
  const since = formatSince(order, now);
  return `${order.status}${since.startsWith('for ') ? '' : ','} ${since}`;
}

interface StatusFacts {
  readonly status: string;
  readonly statusSince: string;
}

/**
 * Why a row is locked, or null. An Invoiced order can be corrected by its shop while the invoice is Denied, and by the
 * office until it is Approved.
 */
export function describeLock({ status, invoiceStatus }: LockFacts, ofShop: boolean): string | null {
  if (status === 'Canceled') return 'This order is Canceled';
  if (status !== 'Invoiced') return null;
  const isOpen = invoiceStatus !== null && (ofShop ? invoiceStatus === 'Denied' : isCorrectable(invoiceStatus));
  return isOpen ? null : `Its invoice is ${invoiceStatus ?? 'not New'}. Deny the invoice to correct the order`;
}

interface LockFacts {
  readonly status: string;
  readonly invoiceStatus: InvoiceStatus | null;
}
