import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { formatDollars, toCents, toDollars } from '../../domain/cents.js';
import type { Ctx } from '../../domain/context.js';
import { isId } from '../../domain/ids.js';
import { listInvoices } from '../../domain/invoices/service.js';
import { createPayment } from '../../domain/payments/create.js';
import { downloadPayment } from '../../domain/payments/document.js';
import { getPayment, listPayments } from '../../domain/payments/read.js';
import { listShops } from '../../domain/shops/service.js';
import { named } from '../named.js';
import { print, say, type TableRow } from '../output.js';
import { UsageError, withContext, type GlobalOptions } from '../run.js';
import { registerRecalculate } from './payments-recalculate.js';

interface CreateOptions extends GlobalOptions {
  shop: string;
  cutOff?: string;
  number?: string;
  date?: string;
  adjustment?: string;
  memo?: string;
  dryRun?: boolean;
}

/** `shedworks payments …`: pay, look up, recalculate, download. */
export function registerPayments(program: Command): void {
  const payments = program.command('payments').description('what the shops are paid');
  payments
    .command('create')
    .description('pay a shop for its Approved invoices')
    .requiredOption('--shop <shop>', 'name or id')
    .option('--cut-off <day>', 'only invoices dated up to this day, YYYY-MM-DD')
    .option('--number <number>', 'payment number; default: the next of the shop')
    .option('--date <day>', 'YYYY-MM-DD; default: today')
    .option('--adjustment <dollars>', 'added to the total, may be negative')
    .option('--memo <text>')
    .option('--dry-run', 'only tell what would be paid')
    .action((options: CreateOptions) => withContext(options, (ctx) => create(ctx, options)));
  payments
    .command('list')
    .description('payments, newest first')
    .option('--page <n>', 'page', '1')
    .option('--size <n>', 'rows a page, at most 500', '200')
    .action((options: GlobalOptions & { page: string; size: string }) =>
      withContext(options, async (ctx) => {
        const list = await listPayments(ctx, { page: options.page, size: options.size });
        print(options, list, list.items.map(row));
        say(`${list.items.length} of ${list.total} payments.`);
        return undefined;
      }),
    );
  payments
    .command('show <payment>')
    .description('one payment with its invoices, by number or id')
    .option('--shop <shop>', 'where several shops have this number')
    .action((name: string, options: GlobalOptions & { shop?: string }) =>
      withContext(options, async (ctx) => {
        const payment = await getPayment(ctx, { id: await idOf(ctx, name, options.shop) });
        print(
          options,
          payment,
          payment.invoices.map((i) => ({
            invoice: i.invoiceNumber,
            date: i.invoicedDate,
            order: i.order.serialNumber,
            type: i.order.type,
          })),
        );
        say(`Payment ${payment.paymentNumber} to ${payment.shop.name}: ${formatDollars(payment.shopsPaymentTotal)}.`);
        return undefined;
      }),
    );
  registerRecalculate(payments, idOf);
  payments
    .command('pdf <payment>')
    .description('the payment and its invoices as a PDF')
    .option('--out <file>', 'default: {number}_payment.pdf here')
    .option('--shop <shop>', 'where several shops have this number')
    .action((name: string, options: GlobalOptions & { out?: string; shop?: string }) =>
      withContext(options, async (ctx) => {
        const file = await downloadPayment(ctx, { id: await idOf(ctx, name, options.shop) });
        const out = path.resolve(options.out ?? file.name);
        await writeFile(out, file.bytes);
        print(options, { file: out, bytes: file.bytes.length }, [{ file: out, bytes: file.bytes.length }]);
        return undefined;
      }),
    );
}

async function create(ctx: Ctx, options: CreateOptions): Promise<undefined> {
  const shop = named((await listShops(ctx, {})).items, options.shop, 'shop');
  const adjustment = options.adjustment === undefined ? undefined : dollars(options.adjustment);
  const list = await listInvoices(ctx, { status: 'Approved', shop: shop._id, cutoff: options.cutOff, size: 500 });
  if (list.items.length === 0)
    throw new UsageError(
      `${shop.name} has no Approved invoices${options.cutOff ? ` dated up to ${options.cutOff}` : ''}`,
    );
  if (list.total > list.items.length)
    say(
      `${shop.name} has ${list.total} Approved invoices: the first ${list.items.length} are taken, run the command again for the rest.`,
    );
  const total =
    toDollars(list.items.reduce((sum, i) => sum + (toCents(i.order.grandTotal.shop) ?? 0), 0)) + (adjustment ?? 0);
  if (options.dryRun) {
    say(`${shop.name} would be paid ${formatDollars(total)} for ${list.items.length} invoices.`);
    return void print(
      options,
      list.items,
      list.items.map((i) => ({
        invoice: i.invoiceNumber,
        date: i.invoicedDate,
        amount: formatDollars(i.order.grandTotal.shop),
      })),
    );
  }
  const { msg, payment } = await createPayment(ctx, {
    invoices: list.items.map((i) => i._id),
    paymentTo: shop._id,
    paymentNumber: options.number,
    paymentDate: options.date,
    shopsPaymentAdjustment: adjustment,
    memo: options.memo,
    cutOff: options.cutOff,
  });
  say(
    `${msg}: ${payment.paymentNumber} to ${shop.name}, ${formatDollars(payment.shopsPaymentTotal)} for ${payment.invoiceCount} invoices.`,
  );
  return void print(options, payment, [row(payment)]);
}

function dollars(text: string): number {
  const value = Number(text);
  if (toCents(value) === null) throw new UsageError(`--adjustment: "${text}" is no amount in dollars`);
  return value;
}

const row = (p: {
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

async function idOf(ctx: Ctx, name: string, shop: string | undefined): Promise<string> {
  if (isId(name)) return name;
  const { items } = await listPayments(ctx, { search: name, size: 500 });
  const [found, ...more] = items.filter(
    (p) =>
      p.paymentNumber.toLowerCase() === name.toLowerCase() &&
      (!shop || p.shop.name.toLowerCase() === shop.toLowerCase() || p.shop._id === shop),
  );
  if (!found) throw new UsageError(`there is no payment ${name}${shop ? ` of ${shop}` : ''}`);
  if (more.length > 0)
    throw new UsageError(
      `${name} is the number of several payments: say --shop (${[found, ...more].map((p) => p.shop.name).join(', ')})`,
    );
  return found._id;
}
