import { z } from 'zod';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { companyToday } from './paying/create.js';
import { findPaidBeside, findPayable } from './paying/payable-queries.js';
import { findChosen, findPaidInvoices, findPayment, findPayments, findShop, nextPaymentNumber } from './queries.js';
import { paymentRow, paymentView } from './rules.js';
import { Payable, PaymentDetail } from './detail-schema.js';
import { PaymentById, ChoosePayments, ChosenPayments, ListPayments, PaymentList, PaymentTrend } from './schema.js';
import { findTrend } from './trend.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';

export const listPayments = service({
  summary: 'List the payments of all shops or of your shop',
  permission: 'payments.read',
  effect: 'read',
  input: ListPayments,
  output: PaymentList,
  run: async (ctx, input) => {
    const { rows, total, totals, next } = await findPayments(ctx, input);
    return { items: rows.map(paymentRow), total, totals, ...next };
  },
});

export const listPaymentChoices = service({
  summary: 'Find every payment with a number, of a shop or since a date',
  permission: 'payments.read',
  effect: 'read',
  input: ChoosePayments,
  output: ChosenPayments,
  run: async (ctx, input) => ({ items: await findChosen(ctx, input) }),
});

export const getPayment = service({
  summary: 'Get a payment with its invoices and totals',
  permission: 'payments.read',
  effect: 'read',
  input: PaymentById,
  output: PaymentDetail,
  run: async (ctx, { id }) => {
    const payment = await findPayment(ctx, id);
    const invoices = await findPaidInvoices(ctx.db, id);
    return { ...paymentView(payment), invoices, ...(await findPaidBeside(ctx.db, id)) };
  },
});

export const draftPayment = service({
  summary: "Get the starting values for a shop's payment: its next number, today's date and what else is waiting",
  permission: 'payments.write',
  effect: 'read',
  input: z.object({ shop: Id }),
  output: z.object({
    shop: NamedRecord,
    paymentNumber: z.string(),
    paymentDate: z.string(),
    ...Payable.shape,
  }),
  run: async (ctx, input) => {
    const shop = await findShop(ctx.db, input.shop);
    if (!shop) throw notFound('Shop');
    const paymentNumber = await nextPaymentNumber(ctx.db, shop._id);
    return { shop, paymentNumber, paymentDate: await companyToday(ctx), ...(await findPayable(ctx.db, shop._id)) };
  },
});

export const getPaymentTrend = service({
  summary: 'Summarize payments by date for this month and the previous 2: amounts, gross profit and invoices',
  permission: 'payments.read',
  effect: 'read',
  input: z.object({ shop: Id.optional() }),
  output: PaymentTrend,
  run: async (ctx, { shop }) => findTrend(ctx, await companyToday(ctx), shop),
});
