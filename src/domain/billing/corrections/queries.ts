import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Cents } from '../../kernel/cents.js';
import { getScope, type Actor, type WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import type { Correction, CorrectionList, CorrectionRow, ListCorrections } from './schema.js';
import { queryCount, queryOnlyRow, queryRows } from '../../kernel/database/rows.js';
import { cents } from '../../kernel/cents.js';

/** The corrections an actor may see, with shop (`s`), order (`o`), invoice (`i`) and payment (`p`). */
function visibleCorrections(db: Knex, actor: Actor): Knex.QueryBuilder {
  const shopId = getScope(actor);
  const query = db('corrections as c')
    .join('shops as s', 's.id', 'c.shop_id')
    .join('orders as o', 'o.id', 'c.order_id')
    .join('invoices as i', 'i.id', 'c.invoice_id')
    .leftJoin('payments as p', 'p.id', 'c.payment_id');
  return shopId ? query.where('c.shop_id', shopId) : query;
}

const RECORDS = `json_build_object('_id', s.id, 'name', s.name) as shop,
  json_build_object('_id', o.id, 'serialNumber', o.serial_number) as "order",
  json_build_object('_id', i.id, 'invoiceNumber', i.invoice_number) as invoice,
  case when p.id is not null then json_build_object('_id', p.id, 'paymentNumber', p.payment_number) end as payment`;

const readRows = async (db: Knex, query: Knex.QueryBuilder): Promise<CorrectionRow[]> =>
  await queryRows<CorrectionRow>(
    query
      .select({ _id: 'c.id', amount: 'c.amount', reason: 'c.reason', madeBy: 'c.made_by', createdAt: 'c.created_at' })
      .select(db.raw(RECORDS)),
  );

/** A page of corrections, newest first, with count and sum over all matches; amounts in cents. */
export async function findCorrections(
  db: Knex,
  actor: Actor,
  { order, shop, state, page, size }: ListCorrections,
): Promise<z.output<typeof CorrectionList.office>> {
  const matching = visibleCorrections(db, actor);
  if (order) void matching.where('c.order_id', order);
  if (shop) void matching.where('c.shop_id', shop);
  if (state === 'waiting') void matching.whereNull('c.payment_id');
  if (state === 'paid') void matching.whereNotNull('c.payment_id');
  const sums = await queryOnlyRow<{ total: number; amount: Cents | null }>(
    matching.clone().count({ total: '*' }).sum({ amount: 'c.amount' }),
  );
  const rows = matching
    .orderBy('c.id', 'desc')
    .limit(size)
    .offset((page - 1) * size);
  return { items: await readRows(db, rows), total: sums.total, totals: { amount: sums.amount ?? cents(0) } };
}

/** A correction in the actor's scope. Throws not-found for another shop's correction. */
export async function findCorrection(db: Knex, actor: Actor, id: string): Promise<z.output<typeof Correction.office>> {
  const [correction] = await readRows(db, visibleCorrections(db, actor).where('c.id', id));
  if (!correction) throw notFound('Correction');
  return correction;
}

/** A correction in the actor's scope, locked until the transaction ends. */
export async function lockCorrection(tx: WriteCtx, id: string): Promise<CorrectionRow> {
  await tx.db('corrections').where({ id }).forUpdate().first('id');
  return findCorrection(tx.db, tx.actor, id);
}

/**
 * Throws if the order has a correction of what was paid, because it must not be billed again. Lock its invoice first.
 */
export async function refuseCorrected(db: Knex, orderId: string): Promise<void> {
  const n = await queryCount(db('corrections').where({ order_id: orderId }));
  if (n > 0) throw new DomainError('order-corrected', undefined);
}
