import type { z } from 'zod';
import { refuseLargeAmount, refuseOwnDecision } from '../../../company/control/enforce.js';
import { findCompany } from '../../../company/company/queries.js';
import { sum } from '../../../kernel/cents.js';
import type { Ctx, WriteCtx } from '../../../kernel/context.js';
import { DomainError, invalid, notFound } from '../../../kernel/errors.js';
import { createDocument } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { formatDay, todayIn } from '../../../kernel/time.js';
import { lockWaitingCorrections } from './corrections.js';
import { lockInvoices, type LockedInvoice } from './invoices.js';
import { paymentKind } from '../kind.js';
import { lockPaymentNumbers, refuseTakenPaymentNumber } from './numbers.js';
import { payAll, type Payables, sumPayables } from './payables.js';
import { findShop, nextPaymentNumber } from '../queries.js';
import { formatPayment, paymentView } from '../rules.js';
import { CreatePayment, PaymentWritten } from '../schema.js';
import { queryColumn } from '../../../kernel/database/rows.js';

type Input = z.output<typeof CreatePayment>;

export const createPayment = service({
  summary: 'Pay a shop for selected Approved invoices of all kinds and its waiting corrections',
  permission: 'payments.write',
  effect: 'write',
  input: CreatePayment,
  output: PaymentWritten,
  run: async (ctx, input) => {
    const { shopId, payables } = await lockPayables(ctx, input);
    const paymentNumber = await numberFor(ctx, shopId, input.paymentNumber);
    const row = {
      ...{ shopId, paymentNumber, paymentDate: input.paymentDate ?? (await companyToday(ctx)), memo: input.memo ?? '' },
      adjustment: input.shopsPaymentAdjustment ?? 0,
      ...(await sumPayables(ctx.db, payables, 'invoices')),
      madeBy: ctx.actor.name,
    };
    const shop = await findShop(ctx.db, shopId);
    if (!shop) throw notFound('Shop');
    const decision = { what: formatPayment({ paymentNumber, shop }), permission: 'payments.write' } as const;
    const { invoices, repairInvoices, corrections } = payables;
    await refuseOwnDecision(ctx, { ...decision, records: [...invoices, ...repairInvoices, ...corrections] });
    await refuseLargeAmount(ctx, { ...decision, amount: sum([row.subTotal, row.adjustment]) });
    const payment = await createDocument(ctx, paymentKind, row, {
      store: (id) => payAll(ctx, payables, { id, shop, paymentNumber }),
      note: { ...payables },
    });
    return { msg: 'Payment is created', payment: paymentView(payment) };
  },
});

/**
 * Locks everything to be paid, always in the same order, and finds its shop. Throws, with the reason, if it cannot be
 * paid together.
 */
async function lockPayables(ctx: WriteCtx, input: Input): Promise<{ shopId: string; payables: Payables }> {
  const ids = [...new Set(input.invoices)];
  const repairIds = [...new Set(input.repairInvoices)];
  const invoices = await lockInvoices(ctx.db, 'order', ids);
  const repairs = await lockInvoices(ctx.db, 'repair', repairIds);
  if (invoices.length < ids.length || repairs.length < repairIds.length) throw notFound('Invoice');
  const shopId = payableShop([...invoices, ...repairs], await shopPaid(ctx, input), input);
  const corrections = await lockWaitingCorrections(ctx.db, shopId, input.corrections ?? null);
  const correctionIds = new Set(input.corrections ?? []);
  if (corrections.length < correctionIds.size) throw new DomainError('corrections-not-waiting', undefined);
  return { shopId, payables: { invoices: ids, repairInvoices: repairIds, corrections } };
}

/** The shop in the input, or the shop of its first correction. */
async function shopPaid(ctx: WriteCtx, { paymentTo, shop, corrections }: Input): Promise<string | null> {
  const [first] = corrections ?? [];
  const namedShop = paymentTo ?? shop ?? null;
  if (namedShop || !first) return namedShop;
  const [shopId] = await queryColumn<string>(ctx.db('corrections').where({ id: first }).pluck('shop_id'));
  if (!shopId) throw notFound('Correction');
  return shopId;
}

/** The one shop of invoices that may be paid together. Throws, with the reason, if they may not. */
function payableShop(invoices: readonly LockedInvoice[], payTo: string | null, { cutOff }: Input): string {
  const shopId = invoices[0]?.shopId ?? payTo;
  if (!shopId) throw invalid('invoices', 'must have at least 1 invoice');
  const toNumbers = (some: readonly LockedInvoice[]) => some.map((invoice) => invoice.invoiceNumber);
  const unpayable = invoices.filter((invoice) => invoice.status !== 'Approved' || invoice.deletedAt !== null);
  if (unpayable.length > 0) throw new DomainError('invoices-not-payable', { numbers: toNumbers(unpayable) });
  if (invoices.some((invoice) => invoice.shopId !== shopId))
    throw new DomainError('payment-of-several-shops', undefined);
  if (payTo && payTo !== shopId) throw invalid('paymentTo', 'must be the shop of the selected invoices');
  const lateInvoices = cutOff ? invoices.filter((invoice) => invoice.invoicedDate > cutOff) : [];
  if (cutOff && lateInvoices.length > 0) {
    throw invalid('cutOff', `${formatDay(cutOff)} is before the date of invoice ${toNumbers(lateInvoices).join(', ')}`);
  }
  return shopId;
}

async function numberFor(ctx: WriteCtx, shopId: string, typedNumber: string | null | undefined): Promise<string> {
  await lockPaymentNumbers(ctx, shopId);
  if (!typedNumber) return nextPaymentNumber(ctx.db, shopId);
  await refuseTakenPaymentNumber(ctx, shopId, typedNumber);
  return typedNumber;
}

/** Today's date in the company's time zone. */
export async function companyToday(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<string> {
  const company = await findCompany(ctx.db);
  return todayIn(company?.timeZone ?? 'America/Chicago', ctx.clock.now());
}
