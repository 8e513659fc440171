import { can, type Holder } from '../../kernel/rights/permissions.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';
import type { OrderStatus } from '../../kernel/order/status.js';

/** Why each part of an order cannot be changed now, as the end of a sentence; null if it can. */
export interface OrderLocks {
  /** Shop, model, type and size, which can be changed while an order is New or while it is set back to New. */
  readonly matching: string | null;
  /** What the shop bills: lines, prices, percents, the shop's adjustment, standard costs. */
  readonly figures: string | null;
  /** Data for the company only: the dealer with its haul and commissions, the company's adjustment. */
  readonly companyFacts: string | null;
  /** The shop's costs of custom add-ons. */
  readonly costs: string | null;
  /** Fields that do not affect prices: colors, notes, customer, types. */
  readonly office: string | null;
  /** Builder, metal ordered, paint. */
  readonly shopPart: string | null;
}
export type OrderPart = keyof OrderLocks;

/** What an order's locks depend on; `invoiceStatus` is null while it has no invoice. */
export interface LockedBy {
  readonly status: OrderStatus;
  readonly invoiceStatus: InvoiceStatus | null;
}

const OFFICE_ONLY = 'only the office can change this';

/** Which parts of an order a user may change in its status and its invoice's status, and why not the others. */
export function findLocks(user: Holder, order: LockedBy): OrderLocks {
  if (can(user, 'orders.edit')) return findOfficeLocks(order);
  const why = can(user, 'orders.edit-shop-part') ? explainShopLock(order) : OFFICE_ONLY;
  return {
    matching: OFFICE_ONLY,
    figures: OFFICE_ONLY,
    companyFacts: OFFICE_ONLY,
    office: OFFICE_ONLY,
    costs: why,
    shopPart: why,
  };
}

function findOfficeLocks(order: LockedBy): OrderLocks {
  const reason = order.status === 'Invoiced' ? explainBilled[order.invoiceStatus ?? 'none'] : null;
  return {
    matching:
      order.status === 'New'
        ? null
        : 'this can change only while the order is New; set the status to New in the same step',
    figures: reason,
    companyFacts: order.invoiceStatus === 'Paid' ? null : reason,
    costs: reason,
    office: null,
    shopPart: null,
  };
}

/** Why the billed figures of an Invoiced order are locked; null if they can be corrected together with the invoice. */
const explainBilled: Readonly<Record<InvoiceStatus | 'none', string | null>> = {
  New: null,
  Denied: null,
  Adjusted: null,
  Approved: 'its invoice is Approved; reopen the invoice first',
  Paid: 'its invoice is Paid, and paid invoices are final',
  none: 'it is Invoiced',
};

function explainShopLock({ status, invoiceStatus }: LockedBy): string | null {
  if (status === 'Canceled') return 'it is Canceled';
  if (status !== 'Invoiced' || invoiceStatus === 'Denied') return null;
  return `${invoiceStatus ? `its invoice is ${invoiceStatus}` : 'it is Invoiced'}; a shop can correct it only while the invoice is Denied`;
}
