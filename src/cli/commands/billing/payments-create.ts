import type { Command } from 'commander';
import { formatDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { createPayment } from '../../../domain/billing/payments/paying/create.js';
import { previewPayment } from '../../../domain/billing/payments/paying/preview.js';
import { dryRun } from '../../dry-run.js';
import { shopNamed } from '../../named.js';
import { dayOf } from '../../moments.js';
import { readDollars } from '../../numbers.js';
import { type Columns, dollars, print, printNote, type TableRow, toRows } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { plural } from '../../../domain/kernel/text/plural.js';

interface CreateOptions extends GlobalOptions {
  shop: string;
  cutOff?: string;
  number?: string;
  date?: string;
  adjustment?: string;
  memo?: string;
  dryRun?: boolean;
}

/** `shedworks payments create`: pays everything of a shop that is waiting for payment. */
export function registerCreate(payments: Command): void {
  payments
    .command('create')
    .description('Pay a shop for its Approved invoices of all kinds and its waiting corrections')
    .requiredOption('--shop <shop>', 'shop name or ID')
    .option('--cut-off <day>', 'only invoices dated on or before this date, YYYY-MM-DD')
    .option('--number <number>', 'payment number; defaults to the next one of the shop')
    .option('--date <day>', 'payment date, YYYY-MM-DD; defaults to today')
    .option('--adjustment <dollars>', 'amount added to the total; may be negative')
    .option('--memo <text>')
    .option('--dry-run', 'show what would be paid, change nothing')
    .action((options: CreateOptions) => withContext(options, (ctx) => create(ctx, options)));
}

async function create(ctx: Ctx, options: CreateOptions): Promise<undefined> {
  const { cutOff, adjustment } = options;
  const shopsPaymentAdjustment = adjustment === undefined ? undefined : readDollars('--adjustment', adjustment);
  const shop = await shopNamed(ctx, options.shop);
  const preview = await previewPayment(ctx, { shop, cutOff, shopsPaymentAdjustment });
  const { invoices, repairInvoices, corrections, left } = preview;
  const { name } = preview.shop;
  if (invoices.length + repairInvoices.length + corrections.length === 0)
    throw new UsageError(`${name} has no Approved invoices${cutOff ? ` dated on or before ${cutOff}` : ''}`);
  if (left > 0)
    printNote(`${name} has ${left} more invoices than one payment can hold. Run the command again to pay the rest.`);
  const input = {
    invoices: invoices.map(({ _id }) => _id),
    repairInvoices: repairInvoices.map(({ _id }) => _id),
    corrections: corrections.map(({ _id }) => _id),
    paymentTo: shop,
    paymentNumber: options.number,
    paymentDate: options.date,
    shopsPaymentAdjustment,
    memo: options.memo,
    cutOff,
  };
  if (options.dryRun) {
    const { payment } = await dryRun(ctx, (inner) => createPayment(inner, input));
    printNote(`${name} would be paid ${formatDollars(payment.shopsPaymentTotal)} for ${toContents(payment)}.`);
    return void print(options, preview, previewLines(preview));
  }
  const { msg, payment } = await createPayment(ctx, input);
  printNote(
    `${msg}: ${payment.paymentNumber} to ${name}, ${formatDollars(payment.shopsPaymentTotal)} for ${toContents(payment)}.`,
  );
  return void print(options, payment, toRows(paymentColumns, [payment]));
}

type Preview = Awaited<ReturnType<typeof previewPayment>>;

const previewLines = ({ invoices, repairInvoices, corrections }: Preview): TableRow[] => [
  ...invoices.map((i) => line(i.invoiceNumber, 'Invoice', i.invoicedDate, i.order.grandTotal.shop)),
  ...repairInvoices.map((i) => line(i.invoiceNumber, i.type, i.invoicedDate, i.invoiceTotal)),
  ...corrections.map((c) => line(c.invoice.invoiceNumber, 'Correction', dayOf(c.createdAt), c.amount)),
];

const line = (invoice: string, type: string, date: string, amount: number): TableRow => ({
  ...{ invoice, type, date },
  amount: dollars(amount),
});

/** Formats `3 invoices`, `3 invoices and 1 correction`. */
function toContents({ invoiceCount, correctionCount }: Pick<Preview, 'invoiceCount' | 'correctionCount'>): string {
  const n = (count: number, word: string) => `${count} ${plural(count, word)}`;
  const invoices = n(invoiceCount, 'invoice');
  return correctionCount > 0 ? `${invoices} and ${n(correctionCount, 'correction')}` : invoices;
}

interface ListedPayment {
  readonly paymentNumber: string;
  readonly paymentDate: string;
  readonly shop: { readonly name: string };
  readonly shopsPaymentTotal: number;
  readonly invoiceCount: number;
  readonly _id: string;
}

/** The columns of the command line's lists of payments. */
export const paymentColumns: Columns<ListedPayment> = {
  number: (p) => p.paymentNumber,
  date: (p) => p.paymentDate,
  shop: (p) => p.shop.name,
  invoices: (p) => p.invoiceCount,
  total: (p) => dollars(p.shopsPaymentTotal),
  id: (p) => p._id,
};
