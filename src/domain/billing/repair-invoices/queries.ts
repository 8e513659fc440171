import type { Knex } from 'knex';
import { getScope, type Actor } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import type { RepairDetail, RepairRow } from './schema.js';
import { queryRows } from '../../kernel/database/rows.js';

/** The live repair and driver invoices an actor may see, joined with their shop (`s`). */
export function visibleRepairs(db: Knex, actor: Actor): Knex.QueryBuilder {
  const shopId = getScope(actor);
  const query = db('repair_invoices as r').join('shops as s', 's.id', 'r.shop_id').whereNull('r.deleted_at');
  return shopId ? query.where('r.shop_id', shopId) : query;
}

/** A query over `visibleRepairs` that selects the list columns. */
export const selectRepairRows = (db: Knex, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  query
    .select({ _id: 'r.id', revision: 'r.revision', invoiceNumber: 'r.invoice_number', invoicedDate: 'r.invoiced_date' })
    .select({ status: 'r.status', invoiceTotal: 'r.shop_total', standardInvoiceTotal: 'r.standard_total' })
    .select(db.raw('initcap(r.type) as type'), db.raw(`json_build_object('_id', s.id, 'name', s.name) as shop`));

const SHOP = `json_build_object('_id', s.id, 'name', s.name, 'streetAddress', s.street_address, 'city', s.city,
  'state', s.state, 'zipCode', s.zip_code) as shop`;

const PAID = `case when p.id is not null then json_build_object('_id', p.id, 'paymentNumber', p.payment_number) end as payment,
  case when r.paid_on is not null
    then json_build_object('date', r.paid_on, 'method', r.paid_method, 'reference', r.paid_reference) end as paid`;

/** A whole invoice in the actor's scope. Throws not-found for another shop's invoice. */
export async function findRepair(db: Knex, actor: Actor, id: string): Promise<RepairDetail> {
  const [row] = await queryRows<Omit<RepairDetail, 'items' | 'messages'>>(
    selectRepairRows(db, visibleRepairs(db, actor).where('r.id', id))
      .select({ billTo: 'r.bill_to', statusSince: 'r.status_since', createdAt: 'r.created_at' })
      .select({ updatedAt: 'r.updated_at', updatedBy: 'r.updated_by' })
      .leftJoin('payments as p', 'p.id', 'r.payment_id')
      .select(db.raw(`${SHOP}, ${PAID}`)),
  );
  if (!row) throw notFound('Invoice');
  return { ...row, items: await findLines(db, id), messages: await findMessages(db, id) };
}

async function findLines(db: Knex, id: string): Promise<RepairDetail['items']> {
  return queryRows<RepairDetail['items'][number]>(
    db('repair_invoice_items as l')
      .where({ invoice_id: id })
      .orderBy('position')
      .select({ _id: 'id', reason: 'reason', quantity: 'quantity', rate: 'rate', standardRate: 'standard_rate' })
      .select({ amount: 'amount', standardAmount: 'standard_amount' })
      .select(db.raw(`json_build_object('_id', l.item_id, 'name', l.name) as item`)),
  );
}

const findMessages = async (db: Knex, id: string): Promise<RepairDetail['messages']> =>
  db('repair_invoice_messages')
    .where({ invoice_id: id })
    .orderBy(['at', 'id'])
    .select({ _id: 'id', madeBy: 'made_by', date: 'at', msg: 'msg' });

/** Reads the rows of a query over `visibleRepairs`. */
export const readRepairRows = async (db: Knex, query: Knex.QueryBuilder): Promise<RepairRow[]> =>
  await queryRows<RepairRow>(selectRepairRows(db, query));
