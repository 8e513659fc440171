import type { Knex } from 'knex';
import type { z } from 'zod';
import { getScope, type Actor } from '../../../kernel/context.js';
import type { Invoice } from '../schema.js';
import { queryFirstRow, queryRows } from '../../../kernel/database/rows.js';

type Detail = z.output<typeof Invoice.office>;
type Message = Detail['messages'][number];

/** The messages of invoices that an actor may read. */
const readable = (db: Knex, actor: Actor): Knex.QueryBuilder => {
  const all = db('invoice_messages as m');
  return getScope(actor) ? all.where('m.office_only', false) : all;
};

const columns = { _id: 'm.id', madeBy: 'm.made_by', date: 'm.at', msg: 'm.msg', officeOnly: 'm.office_only' };

/** The messages of an invoice, oldest first. */
export const findInvoiceMessages = async (db: Knex, actor: Actor, invoiceId: string): Promise<Message[]> =>
  readable(db, actor).where('m.invoice_id', invoiceId).orderBy(['m.at', 'm.id']).select(columns);

/**
 * The last denial of an invoice, and the corrections and adjustments since that an actor may read; null if it was never
 * denied.
 */
export async function findSinceDenial(db: Knex, actor: Actor, invoiceId: string): Promise<Detail['sinceDenial']> {
  const denial = await queryFirstRow<Message>(
    db('invoice_messages as m')
      .where({ 'm.invoice_id': invoiceId, 'm.kind': 'denial' })
      .orderBy([
        { column: 'm.at', order: 'desc' },
        { column: 'm.id', order: 'desc' },
      ])
      .first(columns),
  );
  if (!denial) return null;
  const changes = await queryRows<Message>(
    readable(db, actor)
      .where('m.invoice_id', invoiceId)
      .whereIn('m.kind', ['correction', 'adjustment'])
      .whereRaw('(m.at, m.id) > (?::timestamptz, ?::uuid)', [denial.date, denial._id])
      .orderBy(['m.at', 'm.id'])
      .select(columns),
  );
  return { madeBy: denial.madeBy, date: denial.date, reason: await findReason(db, invoiceId, denial), changes };
}

/** The corrections and adjustments of Adjusted invoices since their last denials, oldest first, by invoice. */
export async function findChangesSinceDenial(db: Knex, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await queryRows<{ id: string; changes: string[] }>(
    db('invoice_messages as m')
      .whereRaw('m.invoice_id = any(?)', [[...ids]])
      .whereIn('m.kind', ['correction', 'adjustment'])
      .whereRaw(
        `(m.at, m.id) > (select d.at, d.id from invoice_messages d
          where d.invoice_id = m.invoice_id and d.kind = 'denial' order by d.at desc, d.id desc limit 1)`,
      )
      .groupBy('m.invoice_id')
      .select({ id: 'm.invoice_id', changes: db.raw('json_agg(m.msg order by m.at, m.id)') }),
  );
  return new Map(rows.map(({ id, changes }) => [id, changes]));
}

/** The reason for a denial. A denial adds two messages, and the first is the reason. */
async function findReason(db: Knex, invoiceId: string, denial: Message): Promise<string> {
  const row = await queryFirstRow<{ msg: string }>(
    db('invoice_messages as m')
      .where({ 'm.invoice_id': invoiceId, 'm.kind': 'message', 'm.made_by': denial.madeBy })
      .whereRaw('m.at = ?::timestamptz and m.id < ?::uuid', [denial.date, denial._id])
      .orderBy('m.id', 'desc')
      .first('m.msg as msg'),
  );
  return row?.msg ?? '';
}
