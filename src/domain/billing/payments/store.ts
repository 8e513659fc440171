import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { PaymentModel } from './model.js';
import { findPayment } from './queries.js';
import { paymentView, type StoredPayment } from './rules.js';
import { Payment } from './schema.js';

/** Locks a live payment until the transaction ends and reads it. */
export async function lockPayment(tx: WriteCtx, id: string): Promise<StoredPayment> {
  await tx.db('payments').where({ id }).forUpdate().first('id');
  const payment = await findPayment(tx, id);
  if (!payment) throw notFound('Payment');
  return payment;
}

/** Lets one clerk at a time number the payments of a shop. */
export async function lockNumbersOf(tx: WriteCtx, shopId: string): Promise<void> {
  await tx.db('shops').where({ id: shopId }).forNoKeyUpdate().first('id');
}

/** Refuses a number that another live payment of the shop has. Needs `lockNumbersOf`. */
export async function refuseTakenNumber(
  tx: WriteCtx,
  shopId: string,
  paymentNumber: string,
  except?: string,
): Promise<void> {
  const query = tx
    .db('payments')
    .where({ shop_id: shopId })
    .whereNull('deleted_at')
    .whereRaw('lower(payment_number) = lower(?)', [paymentNumber]);
  const taken = (await (except ? query.whereNot({ id: except }) : query).first('id')) as { id: string } | undefined;
  if (taken) throw new DomainError('payment-number-taken', { paymentNumber });
}

/** What the trail keeps of a payment: everything of it, in the names and dollars of the wire. */
export const traceOf = (payment: StoredPayment): Trace => z.encode(Payment.office, paymentView(payment));

export type Trace = Readonly<Record<string, unknown>>;

/** Stores a change of a locked payment with its trace; one that changes nothing stores nothing and answers `before` itself. */
export async function changePayment(
  tx: WriteCtx,
  action: string,
  before: StoredPayment,
  change: Partial<StoredPayment>,
): Promise<StoredPayment> {
  const { _id: id, shop, revision } = before;
  const changes = Object.entries(change).some(
    ([key, value]) => !isDeepStrictEqual(before[key as keyof StoredPayment], value),
  );
  if (!changes) return before;
  const touched = { revision: revision + 1, updatedAt: tx.clock.now().toISOString(), updatedBy: tx.actor.name };
  const { typedHaul: haulTotal, ...rest } = change;
  const row = { ...(rest as Partial<PaymentModel>), ...(haulTotal === undefined ? {} : { haulTotal }) };
  await PaymentModel.query(tx.db)
    .findById(id)
    .patch({ ...row, ...touched });
  await tx.publish({ topic: 'payments', shopIds: [shop._id], ids: [id] });
  const after = await lockPayment(tx, id);
  await tx.audit({ action, entity: 'payment', id, shopId: shop._id, ...differences(traceOf(before), traceOf(after)) });
  return after;
}

const notOfTheChange = new Set(['revision', 'updatedAt', 'updatedBy']);

function differences(before: Trace, after: Trace): { before: Trace; after: Trace } {
  const keys = Object.keys(after).filter(
    (key) => !notOfTheChange.has(key) && !isDeepStrictEqual(before[key], after[key]),
  );
  const only = (trace: Trace): Trace => Object.fromEntries(keys.map((key) => [key, trace[key]]));
  return { before: only(before), after: only(after) };
}
