import type { z } from 'zod';
import { findCompany } from '../company/queries.js';
import type { Ctx, WriteCtx } from '../context.js';
import { DomainError, invalid, notFound } from '../errors.js';
import { newId } from '../ids.js';
import { service } from '../service.js';
import { formatDay, todayIn } from '../time.js';
import { lockInvoices, markPaid, sumInvoices, type LockedInvoice } from './invoices.js';
import { PaymentModel } from './model.js';
import { nextPaymentNumber } from './queries.js';
import { paymentView } from './rules.js';
import { CreatePayment, PaymentWritten } from './schema.js';
import { lockNumbersOf, lockPayment, refuseTakenNumber, traceOf } from './store.js';

type Input = z.output<typeof CreatePayment>;

export const createPayment = service({
  summary: 'Pay a shop for selected Approved invoices',
  permission: 'payments.write',
  effect: 'write',
  input: CreatePayment,
  output: PaymentWritten,
  run: async (ctx, input) => {
    const ids = [...new Set(input.invoices)];
    const shopId = payableShop(await lockInvoices(ctx.db, ids), ids, input);
    const paymentNumber = await numberFor(ctx, shopId, input.paymentNumber);
    const id = newId();
    await insertPayment(ctx, { id, shopId, paymentNumber, input, ids });
    await markPaid(ctx, ids, { id, shopId, paymentNumber });
    const payment = await lockPayment(ctx, id);
    await ctx.audit({ action: 'create', entity: 'payment', id, shopId, after: { ...traceOf(payment), invoices: ids } });
    await ctx.publish({ topic: 'payments', shopIds: [shopId], ids: [id] });
    return { msg: 'Payment is created', payment: paymentView(payment) };
  },
});

/** The one shop of invoices that may be paid together; refuses the rest, saying why. */
function payableShop(invoices: readonly LockedInvoice[], ids: readonly string[], input: Input): string {
  const [first] = invoices;
  if (!first || invoices.length < ids.length) throw notFound('Invoice');
  const numbersOf = (some: readonly LockedInvoice[]) => some.map((invoice) => invoice.invoiceNumber);
  const unpayable = invoices.filter((invoice) => invoice.status !== 'Approved' || invoice.deletedAt !== null);
  if (unpayable.length > 0) throw new DomainError('invoices-not-payable', { numbers: numbersOf(unpayable) });
  if (invoices.some((invoice) => invoice.shopId !== first.shopId))
    throw new DomainError('payment-of-several-shops', undefined);
  const payTo = input.paymentTo ?? input.shop ?? first.shopId;
  if (payTo !== first.shopId) throw invalid('paymentTo', 'is not the shop of the selected invoices');
  const { cutOff } = input;
  const late = cutOff ? invoices.filter((invoice) => invoice.invoicedDate > cutOff) : [];
  if (cutOff && late.length > 0) {
    throw invalid('cutOff', `dated after ${formatDay(cutOff)}: invoice ${numbersOf(late).join(', ')}`);
  }
  return first.shopId;
}

async function numberFor(ctx: WriteCtx, shopId: string, typed: string | null | undefined): Promise<string> {
  await lockNumbersOf(ctx, shopId);
  if (!typed) return nextPaymentNumber(ctx.db, shopId);
  await refuseTakenNumber(ctx, shopId, typed);
  return typed;
}

interface NewPayment {
  readonly id: string;
  readonly shopId: string;
  readonly paymentNumber: string;
  readonly input: Input;
  readonly ids: string[];
}

async function insertPayment(ctx: WriteCtx, { id, shopId, paymentNumber, input, ids }: NewPayment): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await PaymentModel.query(ctx.db).insert({
    id,
    shopId,
    paymentNumber,
    paymentDate: input.paymentDate ?? (await companyToday(ctx)),
    memo: input.memo ?? '',
    adjustment: input.shopsPaymentAdjustment ?? 0,
    ...(await sumInvoices(ctx.db, ids)),
    createdBy: ctx.actor.id,
    madeBy: ctx.actor.name,
    createdAt: now,
    updatedAt: now,
    updatedBy: ctx.actor.name,
  });
}

/** The day it is where the company is. */
export async function companyToday(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<string> {
  const company = await findCompany(ctx.db);
  return todayIn(company?.timeZone ?? 'America/Chicago', ctx.clock.now());
}
