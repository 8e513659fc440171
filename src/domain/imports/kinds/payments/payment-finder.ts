import type { Knex } from 'knex';
import { formatCents, toCents } from '../../../kernel/cents.js';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryRows } from '../../../kernel/database/rows.js';
import { readCells } from '../../reading/cells.js';
import type { FileRow, RecordLookup, Problem } from '../../reading/kind.js';
import { keyText, plainText } from '../../reading/labels.js';
import { shopFinder } from '../shop-finder.js';
import { groupBy } from '../../../kernel/objects.js';
import { refuse } from '../../reading/problem.js';

/** What a row can pay. A correction is identified by the invoice it corrects and its amount; equal ones are paid in order. */
export const paidTypes = ['Invoice', 'Repair', 'Driver', 'Correction'] as const;
export type PaidType = (typeof paidTypes)[number];
/** The list of a payment that a row's record belongs to. */
export type PaidPart = 'invoices' | 'repairInvoices' | 'corrections';
const partByType = {
  Invoice: 'invoices',
  Repair: 'repairInvoices',
  Driver: 'repairInvoices',
  Correction: 'corrections',
} as const satisfies Record<PaidType, PaidPart>;

const labelByType = { Invoice: 'an invoice', Repair: 'a repair invoice', Driver: 'a driver invoice' };

/** A payment that a file adds: the payment's data, which all its rows share, with the record that one row pays. */
export interface PaidTarget {
  readonly payment: string;
  /** The ID of the record that a row pays, and its list in the payment. */
  readonly id: string;
  readonly part: PaidPart;
  readonly shopId: string;
  readonly paymentNumber: string;
  readonly paymentDate: string;
  /** In dollars. */
  readonly adjustment: number;
  readonly memo: string;
}

interface Values {
  readonly paymentNumber: string;
  readonly shop: string;
  readonly paymentDate: string;
  readonly invoiceNumber: string;
  readonly invoiceType?: string | null;
  /** In dollars; tells a correction from others of the same invoice. */
  readonly amount?: number | null;
  readonly adjustment?: number | null;
  readonly memo?: string | null;
}
interface Invoice {
  readonly id: string;
  readonly type: PaidType;
  /** In cents. */
  readonly amount: number;
  readonly number: string;
  readonly shopId: string;
  readonly status: string;
  readonly paymentId: string | null;
}
interface Payment {
  readonly id: string;
  readonly number: string;
  readonly shopId: string;
  readonly paymentDate: string;
  readonly adjustment: number;
  readonly memo: string;
  /** The number of its invoices of all kinds and its corrections. */
  readonly parts: number;
}

const toKey = (...texts: readonly string[]): string => texts.map(keyText).join('\n');
const sharedFields = ['paymentDate', 'adjustment', 'memo'] as const;
const headers = { paymentDate: 'Payment_Date', adjustment: 'Adjustment', memo: 'Memo' } as const;

/** The key shared by the rows of one payment; null if a row lacks it. */
export const readPayment = ({ paymentNumber, shop }: Readonly<Record<string, unknown>>): string | null =>
  typeof paymentNumber === 'string' && typeof shop === 'string' ? toKey(shop, paymentNumber) : null;

/** Finds the invoice of each row, and its payment if it already exists; then the file must match all of it. */
export async function findPaid(db: Knex, rows: readonly FileRow[]): Promise<RecordLookup<PaidTarget>[]> {
  const rowValues = rows.map(({ values }) => readCells<Values>(values));
  const records = await readKnown(db, rowValues);
  const groups = groupBy(rowValues, (row) => readPayment({ ...row }) ?? '');
  const taken = new Set<string>();
  return rowValues.map((row) => foundPaid(row, groups.get(readPayment({ ...row }) ?? '') ?? [], records, taken));
}

/**
 * A regular expression for numbers that a cell cannot represent exactly, because of double spaces or characters other
 * than printable ASCII.
 */
const OTHER_BLANKS = `'  |[^ -~]'`;

/** A shop and a number found in a row. */
interface ShopNumber {
  readonly shopId: string;
  readonly number: string;
}

/**
 * The live records of a table by shop and number, plus those whose number a cell cannot represent. Each is looked up
 * in its index, however many there are; without `offset 0` PostgreSQL scans the whole table for a few hundred.
 */
function selectLive(db: Knex, table: string, column: string, numbers: readonly ShopNumber[]): Knex.QueryBuilder {
  const keys = [...new Map(numbers.map(({ shopId, number }) => [`${shopId}\n${number}`, { shopId, number }])).values()];
  return db(
    db.raw(
      `(select t.* from unnest(?::uuid[], ?::text[]) as asked(shop, number) cross join lateral (
          select * from ${table} where shop_id = asked.shop and lower(${column}) = asked.number and deleted_at is null
             and ${column} !~ ${OTHER_BLANKS} offset 0) t
        union all select * from ${table} where deleted_at is null and ${column} ~ ${OTHER_BLANKS}) as found`,
      [keys.map(({ shopId }) => shopId), keys.map(({ number }) => number)],
    ),
  );
}

type PaymentLookup = Awaited<ReturnType<typeof readKnown>>;

async function readKnown(db: Knex, rows: readonly Values[]) {
  const findShop = await shopFinder(db);
  const listNumbers = (toNumber: (row: Values) => string): ShopNumber[] =>
    rows.flatMap((row) => {
      const shop = findShop(row.shop);
      return 'id' in shop ? [{ shopId: shop.id, number: toNumber(row).toLowerCase() }] : [];
    });
  const numbers = listNumbers(({ invoiceNumber }) => invoiceNumber);
  const columns = mapColumns('id number:invoice_number shopId status paymentId amount:shop_total');
  const ofOrders = await queryRows<Invoice>(selectLive(db, 'invoices', 'invoice_number', numbers).select(columns));
  const repairs = await queryRows<Invoice>(
    selectLive(db, 'repair_invoices', 'invoice_number', numbers)
      .select(columns)
      .select(db.raw('initcap(type) as type')),
  );
  const invoices = [
    ...ofOrders.map((invoice) => ({ ...invoice, type: 'Invoice' as const })),
    ...repairs,
    ...(await corrections(db, ofOrders)),
  ];
  const paymentNumbers = listNumbers(({ paymentNumber }) => paymentNumber);
  const payments = await queryRows<Payment>(
    selectLive(db, 'payments', 'payment_number', paymentNumbers)
      .select(mapColumns('id number:payment_number shopId paymentDate adjustment memo'))
      .select({ parts: db.raw('invoice_count + correction_count') }),
  );
  return {
    shopOf: findShop,
    invoices: groupBy(invoices, (invoice) => invoiceKey(invoice.shopId, invoice)),
    payments: groupBy(payments, ({ shopId, number }) => toKey(shopId, number)),
  };
}

/** The corrections of invoices. One that waits for a payment can be paid like an Approved invoice. */
async function corrections(db: Knex, invoices: readonly Invoice[]): Promise<Invoice[]> {
  const rows = await queryRows<Pick<Invoice, 'id' | 'shopId' | 'paymentId' | 'amount'> & { invoiceId: string }>(
    db('corrections')
      .whereRaw('invoice_id = any(?)', [invoices.map(({ id }) => id)])
      .select(mapColumns('id invoiceId shopId paymentId amount'))
      .orderBy('id'),
  );
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]));
  return rows.map(({ invoiceId, ...row }) => ({
    ...row,
    type: 'Correction',
    number: numbers.get(invoiceId) ?? '',
    status: row.paymentId ? 'Paid' : 'Approved',
  }));
}

const invoiceKey = (shopId: string, { type, number, amount }: Pick<Invoice, 'type' | 'number' | 'amount'>): string =>
  toKey(shopId, type, number, type === 'Correction' ? String(amount) : '');

/** The type of what a row pays; null for an unknown word. */
const typeIn = ({ invoiceType }: Values): PaidType | null =>
  paidTypes.find((type) => type.toLowerCase() === (invoiceType ?? 'Invoice').trim().toLowerCase()) ?? null;

const amountIn = ({ amount }: Values): number => toCents(amount ?? 0) ?? 0;

const partKey = (row: Values): string =>
  invoiceKey('', { type: typeIn(row) ?? 'Invoice', number: row.invoiceNumber, amount: amountIn(row) });

function foundPaid(
  row: Values,
  group: readonly Values[],
  { shopOf, invoices, payments }: PaymentLookup,
  taken: Set<string>,
): RecordLookup<PaidTarget> {
  const { paymentNumber, shop, invoiceNumber } = row;
  const builder = shopOf(shop);
  if ('expected' in builder) return { problems: [builder] };
  const { id: shopId } = builder;
  const type = typeIn(row);
  if (!type) return refuse('Invoice_Type', row.invoiceType ?? '', paidTypes.join(', '));
  const matches = payments.get(toKey(shopId, paymentNumber)) ?? [];
  const found = invoices.get(invoiceKey(shopId, { type, number: invoiceNumber, amount: amountIn(row) })) ?? [];
  const [invoice, ...duplicates] = type === 'Correction' ? takeCorrection(found, matches, taken) : found;
  const refusedInvoice = (expected: string) => refuse('Invoice_Number', invoiceNumber, expected);
  if (!invoice)
    return refusedInvoice(
      type === 'Correction'
        ? 'an invoice with a correction of this amount'
        : `the number of ${labelByType[type]} of ${shop}`,
    );
  if (type !== 'Correction' && typeof row.amount === 'number' && amountIn(row) !== invoice.amount) {
    const expected = `${formatCents(invoice.amount)}, as on invoice ${invoiceNumber}, or empty`;
    return refuse('Amount', String(row.amount), expected);
  }
  if (duplicates.length > 0) return refusedInvoice('a number that only one invoice of the shop has');
  const name = `Payment ${paymentNumber}, ${shop}: invoice ${invoiceNumber}`;
  const payment = matches.find(({ id }) => id === invoice.paymentId) ?? matches[0];
  const paymentData = getCommon(group);
  const target = {
    payment: toKey(shop, paymentNumber),
    id: invoice.id,
    part: partByType[type],
    shopId,
    paymentNumber,
    ...paymentData,
  };
  const match = { key: invoice.id, name, target };
  if (payment) {
    if (invoice.paymentId !== payment.id)
      return refusedInvoice(`an invoice of payment ${paymentNumber} to ${shop}, which already exists`);
    const problems = listDifferences(row, group, payment);
    return problems.length > 0 ? { problems } : { ...match, before: {}, values: {} };
  }
  if (invoice.status !== 'Approved') return refusedInvoice(`an Approved invoice; this one is ${invoice.status}`);
  const problems = contradicting(row, group);
  return problems.length > 0 ? { problems } : { ...match, before: null };
}

/**
 * The correction of a row among those of its invoice with its amount: the oldest one that no earlier row took, first of
 * the row's payment, then those that wait for one. If all are taken, the last one again, which is refused as repeated.
 */
function takeCorrection(
  equal: readonly Invoice[],
  payments: readonly Payment[],
  taken: Set<string>,
): readonly [Invoice] | readonly [] {
  const rank = ({ paymentId }: Invoice) => (payments.some(({ id }) => id === paymentId) ? 0 : paymentId ? 2 : 1);
  const ranked = [0, 1, 2].flatMap((n) => equal.filter((one) => rank(one) === n));
  const next = ranked.find(({ id }) => !taken.has(id)) ?? ranked.at(-1);
  if (!next) return [];
  taken.add(next.id);
  return [next];
}

/** The data of a payment, combined from its rows, because a row may leave out what another one has. */
const getCommon = (group: readonly Values[]) => ({
  paymentDate: group[0]?.paymentDate ?? '',
  adjustment: group.find(({ adjustment }) => typeof adjustment === 'number')?.adjustment ?? 0,
  memo: group.find(({ memo }) => memo)?.memo ?? '',
});

const toProblem = (row: Values, field: (typeof sharedFields)[number], expected: string): Problem => ({
  column: headers[field],
  value: String(row[field]),
  expected,
});

function contradicting(row: Values, group: readonly Values[]): Problem[] {
  const paymentData = getCommon(group);
  return sharedFields
    .filter((field) => (row[field] ?? null) !== null && row[field] !== paymentData[field])
    .map((field) => toProblem(row, field, `the same in all rows of the payment: ${paymentData[field]}`));
}

/** How a row differs from the existing payment, which cannot be changed by an import. */
function listDifferences(row: Values, group: readonly Values[], payment: Payment): Problem[] {
  const { paymentDate, adjustment, memo, parts, number } = payment;
  const fields = { paymentDate, adjustment: adjustment / 100, memo: plainText(memo) };
  const invoiced = group.filter((one) => typeIn(one) !== 'Correction');
  const listed = new Set(invoiced.map(partKey)).size + group.length - invoiced.length; // corrections may be equal
  const expected = `a new number, or listed with all ${parts} invoices of payment ${number} to ${row.shop}, which already exists`;
  return [
    ...(listed < parts ? [{ column: 'Payment_Number', value: row.paymentNumber, expected }] : []),
    ...sharedFields
      .filter((field) => (row[field] ?? null) !== null && row[field] !== fields[field])
      .map((field) => toProblem(row, field, `${fields[field] || 'empty'}, as in the existing payment`)),
  ];
}
