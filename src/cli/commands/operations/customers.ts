import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { plural } from '../../../domain/kernel/text/plural.js';
import {
  eraseCustomer,
  exportCustomer,
  findCustomerOrders,
  previewErasure,
} from '../../../domain/operations/customers/service.js';
import { dayOf } from '../../moments.js';
import { getOutFormat } from '../../out-format.js';
import { type Columns, print, printNote, sentence, toRows, writeJson } from '../../output.js';
import { confirm } from '../../prompts.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { writeWhole } from '../../whole-file.js';

interface ExportOptions extends GlobalOptions {
  readonly out: string;
}
interface EraseOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** `shedworks customers find|export|erase`: the customer data in orders. */
export function registerCustomers(program: Command): void {
  const customers = program.command('customers').description('Export or erase what is stored about a customer');
  const who = 'full name, email address, phone number or serial number';
  customers
    .command('find <customer>')
    .description(`List the orders of a customer, by ${who}`)
    .action((customer: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const orders = await findCustomerOrders(ctx, { customer });
        print(options, orders, toRows(columns, orders.items));
        return undefined;
      }),
    );
  customers
    .command('export <customer>')
    .description(`Export all that is stored about a customer, by ${who}`)
    .requiredOption('--out <file>', 'file to write: .json or .xlsx')
    .action((customer: string, options: ExportOptions) => withContext(options, (ctx) => save(ctx, customer, options)));
  customers
    .command('erase <customer>')
    .description(`Erase the data of a customer from all orders found, by ${who}; this cannot be undone`)
    .option('--dry-run', 'only show where it would be erased')
    .option('--yes', 'do not ask for confirmation')
    .action((customer: string, options: EraseOptions) => withContext(options, (ctx) => erase(ctx, customer, options)));
}

type CustomerOrder = Awaited<ReturnType<typeof findCustomerOrders>>['items'][number];

const columns: Columns<CustomerOrder> = {
  serial: (order) => order.serialNumber,
  shop: (order) => order.shop,
  status: (order) => order.status,
  ordered: (order) => order.dateOrdered,
  customer: (order) => order.customer,
  phone: (order) => order.phone,
  email: (order) => order.email,
  address: (order) => order.address,
  erased: (order) => order.erasedAt && dayOf(order.erasedAt),
};

const placeColumns: Columns<{ readonly place: string; readonly rows: number }> = {
  place: ({ place }) => place,
  rows: ({ rows }) => rows,
};

async function findOrders(ctx: Ctx, customer: string): Promise<CustomerOrder[]> {
  const { items } = await findCustomerOrders(ctx, { customer });
  if (items.length === 0)
    throw new UsageError(`no order has the customer "${customer}"; enter a full name, email, phone or serial number`);
  return items;
}

async function save(ctx: Ctx, customer: string, options: ExportOptions): Promise<undefined> {
  const format = getOutFormat(options.out, ['json', 'xlsx']);
  const orders = (await findOrders(ctx, customer)).map(({ _id }) => _id);
  const file = await exportCustomer(ctx, { orders, format });
  const writtenTo = await writeWhole(file.content, options.out);
  if (options.json) writeJson({ orders: orders.length, file: writtenTo });
  else if (!options.quiet) printNote(`Written: ${writtenTo}`);
  return undefined;
}

async function erase(ctx: Ctx, customer: string, options: EraseOptions): Promise<number | undefined> {
  const matches = await findOrders(ctx, customer);
  const orders = matches.map(({ _id }) => _id);
  const preview = await previewErasure(ctx, { orders });
  if (options.dryRun) {
    print(options, preview, toRows(placeColumns, preview.places));
    printNote(sentence(preview.msg));
    return undefined;
  }
  const serials = matches.map(({ serialNumber }) => serialNumber).join(', ');
  const question = `Permanently erase the customer data of ${orders.length} ${plural(orders.length, 'order')} (${serials})? This cannot be undone.`;
  if (!options.yes && !process.stdin.isTTY)
    throw new UsageError('--yes is required when there is no terminal to confirm on');
  if (!options.yes && !(await confirm(question))) return exit.failed;
  const result = await eraseCustomer(ctx, { orders, confirm: 'erase' });
  print(options, result, toRows(placeColumns, result.places));
  printNote(sentence(result.msg));
  return undefined;
}
