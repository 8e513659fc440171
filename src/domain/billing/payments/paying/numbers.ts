import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError } from '../../../kernel/errors.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';

/** Lets only one transaction at a time assign payment numbers of a shop. */
export async function lockPaymentNumbers(tx: WriteCtx, shopId: string): Promise<void> {
  await tx.db('shops').where({ id: shopId }).forNoKeyUpdate().first('id');
}

/** Throws if another live payment of the shop has the number. Requires `lockPaymentNumbers`. */
export async function refuseTakenPaymentNumber(
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
  const other = await queryFirstRow<{ id: string }>((except ? query.whereNot({ id: except }) : query).first('id'));
  if (other) throw new DomainError('payment-number-taken', { paymentNumber });
}
