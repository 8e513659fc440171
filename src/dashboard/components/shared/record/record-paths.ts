import type { RepairType } from '../../../../domain/billing/repair-invoices/rules.js';
import type { Side } from '../../../lib/use-side.js';

/** Where an invoice opens. */
export const invoiceForm = (side: Side, id: string): string => `/${side}/invoice/form?id=${encodeURIComponent(id)}`;
/** Where an order opens. */
export const orderForm = (side: Side, id: string): string => `/${side}/order/form?id=${encodeURIComponent(id)}`;
/** Where a payment opens. */
export const paymentForm = (side: Side, id: string): string => `/${side}/payment/view?id=${encodeURIComponent(id)}`;
/** Where a repair or driver invoice opens: each type has a screen of its own. */
export const repairForm = (side: Side, { type, _id }: { readonly type: RepairType; readonly _id: string }): string =>
  `/${side}/${type.toLowerCase()}/invoice/form?id=${encodeURIComponent(_id)}`;
