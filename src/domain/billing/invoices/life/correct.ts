import { formatCents, toDollars } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { patchDocument } from '../../../kernel/records/document.js';
import type { CorrectedParts } from '../../../orders/life/correction-words.js';
import { invoiceKind } from '../kind.js';
import { addInvoiceMessages, type NewMessage } from '../model.js';
import { notifyCorrected } from '../messages/notices.js';
import { isCorrectable } from '../rules.js';
import type { InvoiceStatus } from '../../../kernel/order/invoice-status.js';
import { queryOnlyRow, queryFirstRow } from '../../../kernel/database/rows.js';

/** The amounts of an invoice by side, in cents. */
interface Amounts {
  readonly shopTotal: number;
  readonly companyTotal: number;
  readonly orderTotal: number;
}

/**
 * The invoice of an order, locked until the transaction ends, with the order's amounts. A Paid invoice's own amounts
 * are those of its payment, and do not show what was corrected since.
 */
interface InvoiceOfOrder extends Amounts {
  readonly id: string;
  readonly revision: number;
  readonly invoiceNumber: string;
  readonly shopId: string;
  readonly status: InvoiceStatus;
}

/** Locks the live invoice of an order that is already locked; null if it has none. */
export async function lockOrderInvoice(tx: WriteCtx, orderId: string): Promise<InvoiceOfOrder | null> {
  const row = await queryFirstRow<InvoiceOfOrder>(
    tx
      .db('invoices as i')
      .join('orders as o', 'o.id', 'i.order_id')
      .where('o.id', orderId)
      .whereNull('i.deleted_at')
      .forUpdate('i')
      .first({
        ...{ id: 'i.id', revision: 'i.revision', invoiceNumber: 'i.invoice_number' },
        ...{ shopId: 'i.shop_id', status: 'i.status' },
        ...orderAmounts,
      }),
  );
  return row ?? null;
}

/**
 * Updates an invoice after a correction of its order is stored: copies the order's amounts, adds messages and an audit
 * entry with the user and the totals before and after, and notifies the shop of what the office did. The status does
 * not change. New, Denied and Adjusted invoices are updated. A Paid invoice keeps its amounts until its payment is
 * recalculated or deleted; its messages and audit trail record what the office corrected.
 */
export async function followCorrection(
  tx: WriteCtx,
  invoice: InvoiceOfOrder,
  orderId: string,
  parts: CorrectedParts,
): Promise<void> {
  if (parts.shared.length + parts.officeOnly.length === 0) return;
  if (!isCorrectable(invoice.status) && (invoice.status !== 'Paid' || parts.officeOnly.length === 0)) return;
  const after = await readAmounts(tx, orderId);
  if (isCorrectable(invoice.status))
    await patchDocument(tx, invoiceKind, { _id: invoice.id, revision: invoice.revision }, after);
  const { shared, officeOnly } = correctionMessages(tx.actor.name, invoice, after, parts);
  await addInvoiceMessages(tx, invoice.id, [
    ...(shared ? [correction(shared)] : []),
    ...(officeOnly ? [correction(officeOnly, true)] : []),
  ]);
  if (shared) await notifyCorrected(tx, invoice, parts.shared.join(', ') || 'its amount');
  await record(tx, invoice, after, parts);
}

const correction = (msg: string, officeOnly = false): NewMessage => ({ msg, kind: 'correction', officeOnly });

const orderAmounts = {
  shopTotal: 'o.grand_total_shop',
  companyTotal: 'o.grand_total_company',
  orderTotal: 'o.grand_total_order',
};

const readAmounts = async (tx: WriteCtx, orderId: string): Promise<Amounts> =>
  queryOnlyRow<Amounts>(tx.db('orders as o').where({ id: orderId }).first(orderAmounts));

/**
 * The message about a correction for office and shop, and the one for the office only; null if there is nothing to
 * report.
 */
export function correctionMessages(
  by: string,
  before: Amounts,
  after: Amounts,
  { shared, officeOnly }: CorrectedParts,
): { shared: string | null; officeOnly: string | null } {
  const isShared = shared.length > 0 || before.shopTotal !== after.shopTotal;
  const company = [
    ...describeMove('Company total', before.companyTotal, after.companyTotal),
    ...describeMove('Order total', before.orderTotal, after.orderTotal),
  ];
  const forOffice = officeOnly.length > 0 || company.length > 0;
  return {
    shared: isShared ? `${opening(by, shared)} ${amountText('Total', before.shopTotal, after.shopTotal)}` : null,
    officeOnly: forOffice
      ? [opening(by, officeOnly), ...(company.length > 0 ? company : ['Totals unchanged.'])].join(' ')
      : null,
  };
}

const opening = (by: string, parts: readonly string[]): string =>
  parts.length > 0 ? `Corrected by ${by}: ${parts.join(', ')}.` : `Corrected by ${by}.`;

const describeMove = (name: string, before: number, after: number): string[] =>
  before === after ? [] : [amountText(name, before, after)];

const amountText = (name: string, before: number, after: number): string =>
  before === after
    ? `${name} ${formatCents(after)}, unchanged.`
    : `${name} changed from ${formatCents(before)} to ${formatCents(after)}.`;

/** Writes the history entry. A correction that the shop may not see is left out of the shop's history. */
async function record(tx: WriteCtx, invoice: InvoiceOfOrder, after: Amounts, parts: CorrectedParts): Promise<void> {
  const { id, shopId, invoiceNumber, status } = invoice;
  const isShared = parts.shared.length > 0 || invoice.shopTotal !== after.shopTotal;
  const sharedParts = parts.shared.join(', ');
  const correctedByCompany = parts.officeOnly.join(', ');
  await tx.audit({
    ...{ action: 'correct', entity: 'invoice', id, shopId: isShared ? shopId : null },
    before: { invoiceNumber, status, ...inDollars(invoice) },
    after: {
      ...{ invoiceNumber, status, ...inDollars(after) },
      ...(sharedParts ? { corrected: sharedParts } : {}),
      ...(correctedByCompany ? { correctedByCompany } : {}),
    },
  });
  await tx.publish({ topic: 'invoices', shopIds: isShared ? [shopId] : [null], ids: [id] });
}

const inDollars = ({ shopTotal, companyTotal, orderTotal }: Amounts) => ({
  amount: toDollars(shopTotal),
  companyTotal: toDollars(companyTotal),
  orderTotal: toDollars(orderTotal),
});
