import { notFound } from '../../../kernel/errors.js';
import { service } from '../../../kernel/service.js';
import { paymentTotal } from '../../../pricing/payment.js';
import { listFilteredInvoices } from '../../invoices/list-query.js';
import { PaymentPreview } from '../detail-schema.js';
import { findPayable } from './payable-queries.js';
import { sumPayables } from './payables.js';
import { findShop } from '../queries.js';
import { MOST_PAID, PreviewPayment } from '../schema.js';
import { cents } from '../../../kernel/cents.js';

export const previewPayment = service({
  summary: 'Preview paying a shop for everything that is waiting: each invoice and correction, and the total',
  permission: 'payments.write',
  effect: 'read',
  input: PreviewPayment,
  output: PaymentPreview,
  run: async (ctx, { shop: id, cutOff, shopsPaymentAdjustment }) => {
    const shop = await findShop(ctx.db, id);
    if (!shop) throw notFound('Shop');
    const filter = { status: 'Approved', shop: id, ...(cutOff ? { cutoff: cutOff } : {}) } as const;
    const page = { page: 1, size: MOST_PAID, sort: '-invoicedDate' } as const;
    const { items: invoices, total } = await listFilteredInvoices(ctx, { ...filter, ...page });
    const beside = await findPayable(ctx.db, id);
    const dueRepairs = beside.repairInvoices.filter(({ invoicedDate }) => !cutOff || invoicedDate <= cutOff);
    const repairInvoices = dueRepairs.slice(0, MOST_PAID);
    const corrections = beside.corrections.slice(0, MOST_PAID);
    const leftOut = [total - invoices.length, dueRepairs.length - repairInvoices.length];
    const { subTotal, ...counts } = await sumPayables(
      ctx.db,
      { invoices: getIds(invoices), repairInvoices: getIds(repairInvoices), corrections: getIds(corrections) },
      'invoices',
    );
    const adjustment = shopsPaymentAdjustment ?? cents(0);
    return {
      ...{ shop, invoices, repairInvoices, corrections },
      ...{ invoiceCount: counts.invoiceCount, correctionCount: counts.correctionCount },
      left: leftOut.reduce((all, n) => all + n, beside.corrections.length - corrections.length),
      shopsPaymentSubTotal: subTotal,
      shopsPaymentAdjustment: adjustment,
      shopsPaymentTotal: paymentTotal(subTotal, adjustment),
    };
  },
});

const getIds = (some: readonly { readonly _id: string }[]): string[] => some.map(({ _id }) => _id);
