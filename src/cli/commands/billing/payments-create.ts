import type { Command } from 'commander';
import { formatDollars, sum, toCents, toDollars } from '../../../domain/kernel/cents.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { listInvoices } from '../../../domain/billing/invoices/service.js';
import { createPayment } from '../../../domain/billing/payments/create.js';
import { draftPayment } from '../../../domain/billing/payments/read.js';
import { listShops } from '../../../domain/company/shops/service.js';
import { named } from '../../named.js';
import { print, say, type TableRow } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';

interface CreateOptions extends GlobalOptions {
  shop: string;
  cutOff?: string;
  number?: string;
  date?: string;
  adjustment?: string;
  memo?: string;
  dryRun?: boolean;
}

/** `shedworks payments create`: pays all that waits for a payment of a shop. */
export function registerCreate(payments: Command): void {
  payments
    .command('create')
    .description('pay a shop for its Approved invoices of all kinds and its waiting corrections')
    .requiredOption('--shop <shop>', 'name or id')
    .option('--cut-off <day>', 'only invoices dated up to this day, YYYY-MM-DD')
    .option('--number <number>', 'payment number; default: the next of the shop')
    .option('--date <day>', 'YYYY-MM-DD; default: today')
    .option('--adjustment <dollars>', 'added to the total, may be negative')
    .option('--memo <text>')
    .option('--dry-run', 'only tell what would be paid')
    .action((options: CreateOptions) => withContext(options, (ctx) => create(ctx, options)));
}

type Shop = { readonly _id: string; readonly name: string };

async function create(ctx: Ctx, options: CreateOptions): Promise<undefined> {
  const shop = named((await listShops(ctx, {})).items, options.shop, 'shop');
  const adjustment = options.adjustment === undefined ? undefined : dollars(options.adjustment);
  const waiting = await findWaiting(ctx, shop, options.cutOff);
  if (options.dryRun) return preview(shop, waiting, options, adjustment ?? 0);
  const { msg, payment } = await createPayment(ctx, {
    invoices: waiting.invoices.map(({ _id }) => _id),
    repairInvoices: waiting.repairInvoices.map(({ _id }) => _id),
    corrections: waiting.corrections.map(({ _id }) => _id),
    paymentTo: shop._id,
    paymentNumber: options.number,
    paymentDate: options.date,
    shopsPaymentAdjustment: adjustment,
    memo: options.memo,
    cutOff: options.cutOff,
  });
  const total = formatDollars(payment.shopsPaymentTotal);
  say(`${msg}: ${payment.paymentNumber} to ${shop.name}, ${total} for ${contentsOf(waiting)}.`);
  return void print(options, payment, [paymentLine(payment)]);
}

/** What a payment of a shop would pay: invoices of all kinds up to a day, and every correction that waits. */
async function findWaiting(ctx: Ctx, shop: Shop, cutOff: string | undefined) {
  const list = await listInvoices(ctx, { status: 'Approved', shop: shop._id, cutoff: cutOff, size: 500 });
  const { repairInvoices, corrections } = await draftPayment(ctx, { shop: shop._id });
  const found = {
    invoices: list.items,
    repairInvoices: repairInvoices.filter(({ invoicedDate }) => !cutOff || invoicedDate <= cutOff),
    corrections,
  };
  if (found.invoices.length + found.repairInvoices.length + found.corrections.length === 0)
    throw new UsageError(`${shop.name} has no Approved invoices${cutOff ? ` dated up to ${cutOff}` : ''}`);
  if (list.total > list.items.length)
    say(
      `${shop.name} has ${list.total} Approved invoices: the first ${list.items.length} are paid, run the command again for the rest.`,
    );
  return found;
}

type Waiting = Awaited<ReturnType<typeof findWaiting>>;

function preview(shop: Shop, waiting: Waiting, options: CreateOptions, adjustment: number): undefined {
  const { invoices, repairInvoices, corrections } = waiting;
  const amounts = [
    ...invoices.map((invoice) => invoice.order.grandTotal.shop),
    ...repairInvoices.map((invoice) => invoice.invoiceTotal),
    ...corrections.map(({ amount }) => amount),
    adjustment,
  ];
  const total = toDollars(sum(amounts.map((amount) => toCents(amount) ?? 0)));
  say(`${shop.name} would be paid ${formatDollars(total)} for ${contentsOf(waiting)}.`);
  return void print(options, waiting, previewLines(waiting));
}

const previewLines = ({ invoices, repairInvoices, corrections }: Waiting): TableRow[] => [
  ...invoices.map((i) => line(i.invoiceNumber, 'Invoice', i.invoicedDate, i.order.grandTotal.shop)),
  ...repairInvoices.map((i) => line(i.invoiceNumber, i.type, i.invoicedDate, i.invoiceTotal)),
  ...corrections.map((c) => line(c.invoice.invoiceNumber, 'Correction', c.createdAt.slice(0, 10), c.amount)),
];

const line = (invoice: string, type: string, date: string, amount: number): TableRow => ({
  ...{ invoice, type, date },
  amount: formatDollars(amount),
});

/** `3 invoices`, `3 invoices and 1 correction`. */
function contentsOf({ invoices, repairInvoices, corrections }: Waiting): string {
  const n = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const all = n(invoices.length + repairInvoices.length, 'invoice');
  return corrections.length > 0 ? `${all} and ${n(corrections.length, 'correction')}` : all;
}

function dollars(text: string): number {
  const value = Number(text);
  if (toCents(value) === null) throw new UsageError(`--adjustment: "${text}" is no amount in dollars`);
  return value;
}

/** A payment as the lists of the command line show it. */
export const paymentLine = (p: {
  paymentNumber: string;
  paymentDate: string;
  shop: { name: string };
  shopsPaymentTotal: number;
  invoiceCount: number;
  _id: string;
}): TableRow => ({
  number: p.paymentNumber,
  date: p.paymentDate,
  shop: p.shop.name,
  invoices: p.invoiceCount,
  total: formatDollars(p.shopsPaymentTotal),
  id: p._id,
});
