import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { updateInvoice } from '../../../domain/billing/invoices/life/change.js';
import { createInvoice } from '../../../domain/billing/invoices/life/create.js';
import { listInvoicesByNumber } from '../../../domain/billing/invoices/service.js';
import { getId } from '../../named.js';
import { dollars, print, printNote, sentence } from '../../output.js';
import { UsageError, withContext, type GlobalOptions } from '../../run.js';
import { findOrderId } from '../orders/order-name.js';

interface HeadOptions extends GlobalOptions {
  number?: string;
  date?: string;
}
interface AdjustOptions extends GlobalOptions {
  text?: string;
}

/** `shedworks invoices create | change | adjust`. */
export function registerInvoiceChanges(invoices: Command): void {
  invoices
    .command('create <order>')
    .description('Create an invoice for a Finished order, by serial number or ID; the office creates it for the shop')
    .option('--number <number>', 'invoice number; defaults to the last part of the serial number')
    .option('--date <date>', 'invoice date, YYYY-MM-DD; defaults to today')
    .action((order: string, options: HeadOptions) => withContext(options, (ctx) => create(ctx, order, options)));
  invoices
    .command('change <invoice>')
    .description('Change the number or date of an invoice that is not Approved, by number or ID')
    .option('--number <number>', 'new invoice number')
    .option('--date <date>', 'new invoice date, YYYY-MM-DD')
    .action((name: string, options: HeadOptions) => withContext(options, (ctx) => change(ctx, name, options)));
  invoices
    .command('adjust <invoice>')
    .description('Change a Denied invoice to Adjusted, by number or ID; needs --as with a user of its shop')
    .option('--text <text>', 'what was adjusted; defaults to the corrections since the denial')
    .action((name: string, options: AdjustOptions) => withContext(options, (ctx) => adjust(ctx, name, options)));
}

async function create(ctx: Ctx, name: string, options: HeadOptions): Promise<undefined> {
  const order = await findOrderId(ctx, name);
  const { msg, invoice } = await createInvoice(ctx, { order, ...readHead(options) });
  return show(options, msg, invoice);
}

async function change(ctx: Ctx, name: string, options: HeadOptions): Promise<undefined> {
  if (options.number === undefined && options.date === undefined) throw new UsageError('add --number or --date');
  const id = await findInvoiceId(ctx, name);
  const { msg, invoice } = await updateInvoice(ctx, { id, ...readHead(options) });
  return show(options, msg, invoice);
}

async function adjust(ctx: Ctx, name: string, options: AdjustOptions): Promise<undefined> {
  const id = await findInvoiceId(ctx, name);
  const { msg, invoice } = await updateInvoice(ctx, { id, status: 'Adjusted', newMessage: options.text });
  return show(options, msg, invoice);
}

const readHead = ({ number, date }: HeadOptions) => ({
  ...(number === undefined ? {} : { invoiceNumber: number }),
  ...(date === undefined ? {} : { invoicedDate: date }),
});

type ChangedInvoice = Awaited<ReturnType<typeof updateInvoice>>['invoice'];

function show(options: GlobalOptions, msg: string, invoice: ChangedInvoice): undefined {
  const { invoiceNumber: number, invoicedDate: date, status, shop, order } = invoice;
  const amount = dollars(order.grandTotal.shop);
  print(options, invoice, [{ number, date, status, shop: shop.name, order: order.serialNumber, amount }]);
  printNote(sentence(msg));
  return undefined;
}

/** The ID of the only invoice with this number; also accepts an ID. */
export const findInvoiceId = (ctx: Ctx, name: string): Promise<string> =>
  getId(name, { what: 'invoice', find: (number) => listInvoicesByNumber(ctx, { number }) });
