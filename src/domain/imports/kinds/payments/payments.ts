import type { Knex } from 'knex';
import { z } from 'zod';
import { toCents } from '../../../kernel/cents.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { createPayment } from '../../../billing/payments/paying/create.js';
import { CreatePayment } from '../../../billing/payments/schema.js';
import { deletePayment } from '../../../billing/payments/service.js';
import { OptionalText, RequiredText } from '../../../kernel/records/fields.js';
import { readAll } from '../../../kernel/database/read-all.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { present, groupBy } from '../../../kernel/objects.js';
import type { SheetCell } from '../../../files/workbook/sheet.js';
import { identifying } from '../../reading/cells.js';
import type { AboutKind, ImportColumn, Spreadsheet } from '../../reading/kind.js';
import { findPaid, type PaidPart, type PaidTarget, readPayment } from './payment-finder.js';

const Adjustment = z
  .number()
  .gt(-10_000_000, 'more than -10,000,000.00')
  .lt(10_000_000, 'less than 10,000,000.00')
  .refine((dollars) => toCents(dollars) !== null, 'an amount in dollars with at most 2 decimals');

const text = (header: string, field: string, check: z.ZodType): ImportColumn => ({
  ...{ header, field, kind: 'text', check, ...identifying },
});
const columns: readonly ImportColumn[] = [
  text('Payment_Number', 'paymentNumber', RequiredText('a payment number', 50)),
  text('Shop', 'shop', z.string()),
  { header: 'Payment_Date', field: 'paymentDate', kind: 'day', check: CreatePayment.shape.paymentDate, required: true },
  text('Invoice_Number', 'invoiceNumber', z.string()),
  { header: 'Invoice_Type', field: 'invoiceType', kind: 'text', check: OptionalText(20) },
  { header: 'Amount', field: 'amount', kind: 'number', check: Adjustment },
  { header: 'Adjustment', field: 'adjustment', kind: 'number', check: Adjustment },
  { header: 'Memo', field: 'memo', kind: 'text', check: OptionalText(5000) },
];

export const about: AboutKind = {
  title: 'Payments',
  purpose: 'Shop payments and the invoices each one pays.',
  takes: [],
  importing: 'payments.write',
  exporting: 'payments.write',
};

/** Past payments, one row per invoice. They are created like payments entered by hand. */
export const payments: Spreadsheet<PaidTarget> = {
  ...about,
  entity: 'payment',
  tables: [],
  columns: () => columns,
  find: findPaid,
  together: readPayment,
  write: async (tx, changes) => {
    const ids = new Map<string, string>();
    const groups = groupBy(
      changes.map(({ target }) => target),
      ({ payment }) => payment,
    );
    for (const [key, rows] of groups) {
      ids.set(key, await pay(tx, rows));
      tx.progress?.report(ids.size, groups.size, 'Saving');
    }
    return changes.map(({ target }) => present(ids.get(target.payment)));
  },
  lock: async ({ db }, importId) => {
    const ids = await getPayments(db, importId);
    await db('payments').whereRaw('id = any(?)', [ids]).orderBy('id').forUpdate().select('id');
  },
  undo: async (tx, importId) => {
    const ids = await getPayments(tx.db, importId);
    for (const id of ids) await deletePayment(inside(tx), { id });
    return { deleted: ids.length, restored: 0 };
  },
  findBlockers: changedPayments,
  export: ({ db }) =>
    Promise.resolve({
      name: 'Payments',
      sheets: [{ name: 'Payments', columns: exportColumns, rows: readPaid(db) }],
    }),
  successText: () => 'Payments are created',
};

/** The context for the payments of an import, without an idempotency key, which belongs to the import as a whole. */
const inside = (tx: WriteCtx): WriteCtx => ({ ...tx, idempotency: undefined });

const getIds = (rows: readonly PaidTarget[]): Record<PaidPart, string[]> => {
  const ids = (part: PaidPart) => rows.flatMap((row) => (row.part === part ? [row.id] : []));
  return { invoices: ids('invoices'), repairInvoices: ids('repairInvoices'), corrections: ids('corrections') };
};

/** Pays exactly the invoices and corrections in the rows of one payment; returns its ID. */
async function pay(tx: WriteCtx, rows: readonly PaidTarget[]): Promise<string> {
  const { shopId, paymentNumber, paymentDate, adjustment, memo } = present(rows[0]);
  const { payment } = await createPayment(inside(tx), {
    ...getIds(rows),
    shop: shopId,
    paymentNumber,
    paymentDate,
    shopsPaymentAdjustment: adjustment,
    memo,
  });
  return payment._id;
}

const getPayments = async (db: Knex, importId: string): Promise<string[]> =>
  await queryRows<string>(
    db('import_rows').where({ import_id: importId }).whereNotNull('record_id').distinct().pluck('record_id'),
  );

/** The payments of an import that were changed or deleted since. */
async function changedPayments(db: Knex, importId: string) {
  const rows = await queryRows<{
    _id: string;
    number: string;
    shop: string;
    by: string | null;
    deletedAt: string | null;
  }>(
    db('payments as p')
      .join('shops as s', 's.id', 'p.shop_id')
      .whereRaw('p.id = any(?)', [await getPayments(db, importId)])
      .andWhere((q) => void q.where('p.revision', '>', 1).orWhereNotNull('p.deleted_at'))
      .orderBy('p.payment_number')
      .limit(500)
      .select({ _id: 'p.id', number: 'p.payment_number', shop: 's.name', by: 'p.updated_by' })
      .select({ deletedAt: 'p.deleted_at' }),
  );
  return rows.map(({ _id, number, shop, by, deletedAt }) => ({
    _id,
    name: `payment ${number} to ${shop}`,
    why: `was ${deletedAt ? 'deleted' : 'changed'} by ${by ?? 'another user'}`,
  }));
}

const exportColumns = [
  { header: 'Payment_Number', kind: 'text', width: 16 },
  { header: 'Shop', kind: 'text' },
  { header: 'Payment_Date', kind: 'day' },
  { header: 'Invoice_Number', kind: 'text', width: 16 },
  { header: 'Invoice_Type', kind: 'text', width: 14 },
  { header: 'Amount', kind: 'money' },
  { header: 'Adjustment', kind: 'money' },
  { header: 'Memo', kind: 'text', width: 36 },
] as const;

/**
 * The numbers and amounts in cents of all that a payment paid, invoices for sheds first, and the types of the others,
 * which are few.
 */
type PaidParts = readonly [numbers: readonly string[], amounts: readonly number[], otherTypes: readonly string[]];
interface ExportedPayment {
  readonly number: string;
  readonly shop: string;
  readonly date: string;
  readonly adjustment: number;
  readonly memo: string;
  readonly parts: PaidParts;
}

const collect = (column: string, filter = ''): string =>
  `coalesce(array_agg(i.${column} order by i.place, i.number_key, i.id) ${filter}, '{}')`;
const PARTS = `(
  select json_build_array(
    ${collect('invoice_number')}, ${collect('amount')}, ${collect('type', 'filter (where i.place > 1)')}
  ) from (
    select payment_id, null as type, 1 as place, invoice_number, number_key, shop_total as amount, id from invoices
    union all select payment_id, initcap(type), 2, invoice_number, number_key, shop_total, id from repair_invoices
    union all select c.payment_id, 'Correction', 3, i.invoice_number, i.number_key, c.amount, c.id
      from corrections c join invoices i on i.id = c.invoice_id) as i
  where i.payment_id = p.id)`;

/** Payments read at once: with all they paid they fill what a connection holds while the ones before are written. */
const BATCH = 250;

/**
 * All payments with everything they paid. Data of the whole payment is in its first row. The payments are sorted
 * before the others are read, so that the first of them need not wait for what the last one paid.
 */
async function* readPaid(db: Knex): AsyncGenerator<SheetCell[][]> {
  const sorted = db('payments as p')
    .join('shops as s', 's.id', 'p.shop_id')
    .whereNull('p.deleted_at')
    .orderByRaw('p.payment_date, lower(s.name), lower(p.payment_number), p.id')
    .select({ id: 'p.id', number: 'p.payment_number', shop: 's.name', date: 'p.payment_date' })
    .select({ adjustment: 'p.adjustment', memo: 'p.memo' });
  const payments = db
    .withMaterialized('p', sorted)
    .from('p')
    .select('p.*', { parts: db.raw(PARTS) });
  for await (const batch of readAll<ExportedPayment>(db, payments, BATCH)) yield batch.flatMap(toRows);
}

/** A row for each part of a payment. */
function toRows({ number, shop, date, adjustment, memo, parts }: ExportedPayment): SheetCell[][] {
  const [numbers, amounts, otherTypes] = parts;
  const others = numbers.length - otherTypes.length;
  return numbers.map((invoice, n) => {
    const type = n < others ? 'Invoice' : present(otherTypes[n - others]);
    const isFirst = n === 0;
    return [number, shop, date, invoice, type, present(amounts[n]), isFirst ? adjustment : null, isFirst ? memo || null : null]; // prettier-ignore
  });
}
