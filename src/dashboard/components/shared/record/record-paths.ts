import type { RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import type { Side } from '../../../lib/use-side.js';

/** The address of an invoice's screen. */
export const invoiceForm = (side: Side, id: string): string => `/${side}/invoice/form?id=${encodeURIComponent(id)}`;
/** The address of an order's screen. */
export const orderForm = (side: Side, id: string): string => `/${side}/order/form?id=${encodeURIComponent(id)}`;
/** The address of a payment's screen. */
export const paymentForm = (side: Side, id: string): string => `/${side}/payment/view?id=${encodeURIComponent(id)}`;
/** The address of a new metal order's form, with a package for each serial number. */
export const newMetalOrder = (serials: readonly string[]): string =>
  `/shop/purchase/metal/form?${new URLSearchParams([['new', '1'], ...serials.map((serial) => ['serial', serial])]).toString()}`;
/** The address of a repair or driver invoice's screen; each type has its own. */
export const repairForm = (side: Side, { type, _id }: { readonly type: RepairType; readonly _id: string }): string =>
  `/${side}/${type.toLowerCase()}/invoice/form?id=${encodeURIComponent(_id)}`;
