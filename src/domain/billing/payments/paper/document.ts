import { readLogoImage } from '../../../company/company/logo.js';
import { findCompany } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { audience } from '../../../kernel/context.js';
import { FileAnswer } from '../../../files/file.js';
import { pickParty } from '../../../files/pdf/layout.js';
import type { PaymentDocument } from './template.js';
import { paymentPdf } from './template.js';
import { service } from '../../../kernel/service.js';
import { present } from '../../../kernel/objects.js';
import { findPaidBeside, findPaidLines } from '../paying/payable-queries.js';
import { findPaidInvoices, findPayment, findShopAddress } from '../queries.js';
import { besideOrders, paymentOrderTypes, paymentView } from '../rules.js';
import { PaymentById } from '../schema.js';

export const downloadPayment = service({
  summary: 'Download a payment and its invoices as a PDF; the shop version has no company figures',
  permission: 'payments.read',
  effect: 'read',
  input: PaymentById,
  output: { office: FileAnswer, shop: FileAnswer },
  run: async (ctx, { id }) => paymentPdf(await readDocument(ctx, id)),
});

async function readDocument(ctx: ActorCtx, id: string): Promise<PaymentDocument> {
  const payment = await findPayment(ctx, id);
  const [company, shop, invoices, beside, lines] = await Promise.all([
    findCompany(ctx.db),
    findShopAddress(ctx.db, payment.shop._id),
    findPaidInvoices(ctx.db, id),
    findPaidBeside(ctx.db, id),
    findPaidLines(ctx.db, id),
  ]);
  const isOffice = audience(ctx.actor) === 'office';
  const { counts } = paymentView(payment);
  const { paymentNumber, paymentDate, memo, subTotal, adjustment, total, companyTotal, orderTotal } = payment;
  return {
    paper: company?.paperSize ?? 'A4',
    logo: await readLogoImage(ctx.db),
    company: pickParty(present(company)), // every payment has a shop, and every shop a company
    paymentTo: shop,
    ...{ paymentNumber, paymentDate, memo, subTotal, adjustment, total },
    changedAt: payment.updatedAt,
    counts: [
      ...paymentOrderTypes.map((type) => {
        const { count, amount, retail } = counts[type];
        return { type, count, amount, retail: isOffice ? retail : null };
      }),
      ...besideOrders
        .filter((type) => counts[type].count > 0)
        .map((type) => ({ type, count: counts[type].count, amount: counts[type].amount, retail: null })),
    ],
    invoices: invoices.map(({ invoiceNumber, invoicedDate, billTo, order }) => ({
      ...{ invoiceNumber, invoicedDate, billTo },
      serialNumber: order.serialNumber,
      building: `${order.model} ${order.width}\u00a0×\u00a0${order.length}`,
      type: order.type,
      amount: order.grandTotal.shop,
    })),
    repairInvoices: beside.repairInvoices.map(({ _id, invoiceNumber, invoicedDate, billTo, type, invoiceTotal }) => ({
      ...{ invoiceNumber, invoicedDate, billTo, type, amount: invoiceTotal, items: lines.get(_id) ?? [] },
    })),
    corrections: beside.corrections.map(({ order, invoice, reason, amount }) => ({
      ...{ serialNumber: order.serialNumber, invoiceNumber: invoice.invoiceNumber, reason, amount },
    })),
    office: isOffice ? { companyTotal, orderTotal } : null,
  };
}
