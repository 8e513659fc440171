import type { Knex } from 'knex';
import type { Cents } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { queryColumn, queryOnlyRow } from '../../../kernel/database/rows.js';
import type { PayingPayment } from './invoices.js';

/** Locks a shop's corrections that wait for a payment, in ID order; only those in `ids` if given. */
export async function lockWaitingCorrections(db: Knex, shopId: string, ids: string[] | null): Promise<string[]> {
  const waitingCorrections = db('corrections')
    .where({ shop_id: shopId })
    .whereNull('payment_id')
    .orderBy('id')
    .forUpdate();
  return queryColumn<string>(
    (ids ? waitingCorrections.whereRaw('id = any(?)', [ids]) : waitingCorrections).pluck('id'),
  );
}

/** Locks the corrections in a payment. */
export const lockCorrections = async (db: Knex, paymentId: string): Promise<string[]> =>
  await queryColumn<string>(db('corrections').where({ payment_id: paymentId }).orderBy('id').forUpdate().pluck('id'));

/** The number of corrections, and their sum in cents. */
export async function sumCorrections(
  db: Knex,
  ids: string[],
): Promise<{ correctionCount: number; correctionTotal: Cents }> {
  return queryOnlyRow<{ correctionCount: number; correctionTotal: Cents }>(
    db.raw(
      'select count(*) as "correctionCount", coalesce(sum(amount), 0) as "correctionTotal" from corrections where id = any(?)',
      [ids],
    ),
  );
}

/** Assigns waiting corrections, already locked, to a payment. */
export const payCorrections = (tx: WriteCtx, ids: string[], payment: PayingPayment): Promise<void> =>
  moveCorrections(tx, ids, { to: payment.id, action: 'pay', payment });

/** Releases the corrections of a deleted payment, so that they wait for another one. */
export const releaseCorrections = (tx: WriteCtx, ids: string[], payment: PayingPayment): Promise<void> =>
  moveCorrections(tx, ids, { to: null, action: 'take out of payment', payment });

interface Move {
  readonly to: string | null;
  readonly action: string;
  readonly payment: PayingPayment;
}

async function moveCorrections(tx: WriteCtx, ids: string[], { to, action, payment }: Move): Promise<void> {
  if (ids.length === 0) return;
  await tx.db('corrections').whereRaw('id = any(?)', [ids]).update({ payment_id: to });
  const { paymentNumber, shop } = payment;
  const shopId = shop._id;
  const change = { paymentNumber };
  const [before, after] = to ? [{}, change] : [change, {}];
  await tx.audit({ action, entity: 'correction', ids: [...ids], shopId, before, after });
  await tx.publish({ topic: 'payments', shopIds: [shopId], ids: [...ids] });
}
