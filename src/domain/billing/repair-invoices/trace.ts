import { isDeepStrictEqual } from 'node:util';
import { formatCents, toDollars } from '../../kernel/cents.js';
import { formatDay } from '../../kernel/time.js';
import type { RepairDetail } from './schema.js';

type Trace = Readonly<Record<string, unknown>>;

/** What the trail keeps of an invoice, in the names and dollars of the wire; a line as `2 × Block at $12.50`. */
export const traceOf = (invoice: Traced): Trace => ({
  invoiceNumber: invoice.invoiceNumber,
  invoicedDate: invoice.invoicedDate,
  type: invoice.type,
  billTo: invoice.billTo,
  status: invoice.status,
  ...(invoice.paid
    ? { paid: [formatDay(invoice.paid.date), invoice.paid.method, invoice.paid.reference].join(' ').trim() }
    : {}),
  items: invoice.items.map(describeLine),
  invoiceTotal: toDollars(invoice.invoiceTotal),
  standardInvoiceTotal: toDollars(invoice.standardInvoiceTotal),
});

/** A line in words: `2 × Block at $12.50`; a free one as `Discount -$5.00 (late)`. */
const describeLine = ({ item, reason, quantity, rate }: RepairDetail['items'][number]): string =>
  reason === null
    ? `${quantity} × ${item.name} at ${formatCents(rate)}`
    : `${item.name} ${formatCents(rate)} (${reason})`;

type Traced = Omit<RepairDetail, 'messages'>;

/** Only what differs of two traces. */
export function differences(before: Trace, after: Trace): { before: Trace; after: Trace } {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const only = (trace: Trace): Trace => Object.fromEntries(names.map((name) => [name, trace[name]]));
  return { before: only(before), after: only(after) };
}
