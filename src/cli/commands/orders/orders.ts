import { Option, type Command } from 'commander';
import { changeOrder } from '../../../domain/billing/invoices/change-order.js';
import {
  importMissingOrders,
  importOrders,
  previewMissingOrders,
  previewOrders,
} from '../../../domain/imports/orders/service.js';
import { deleteNewOrders, getOrder, listDuplicates, listOrders, pushOrders } from '../../../domain/orders/service.js';
import { readStatus } from '../../../domain/kernel/order/status.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { formatDollars } from '../../../domain/kernel/cents.js';
import { getMapping, saveMapping } from '../../../domain/imports/orders/mapping-service.js';
import { readJson } from '../../files.js';
import { findOrderId } from './order-name.js';
import { print, say, type TableRow } from '../../output.js';
import { confirm } from '../../prompts.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { importFiles, type ImportOptions } from './orders-import.js';

const dryRun = ['--dry-run', 'only tell what would happen'] as const;

/** `shedworks orders …`: the order calls of the API for admins and cron. */
export function registerOrders(program: Command): void {
  const orders = program.command('orders').description('orders from upload to invoice');
  const uploading = (name: string, description: string) =>
    orders
      .command(`${name} <files...>`)
      .description(description)
      .option(...dryRun)
      .option('--strict', 'take nothing when any row is refused')
      .option('--map <file>', 'a JSON file with a path for each of our fields, for other formats');
  uploading('import', 'upload orders from JSON files')
    .addOption(
      new Option('--duplicates <what>', 'for serial numbers that exist; asked for on a terminal, else skip').choices([
        'skip',
        'replace',
        'keep',
      ]),
    )
    .action((files: string[], options: ImportOptions) =>
      withContext(options, (ctx) => importFiles(ctx, files, options, { preview: previewOrders, apply: importOrders })),
    );
  uploading('missing', 'upload only orders whose serial number does not exist yet').action(
    (files: string[], options: ImportOptions) =>
      withContext(options, (ctx) =>
        importFiles(
          ctx,
          files,
          { ...options, duplicates: 'skip' },
          { preview: previewMissingOrders, apply: importMissingOrders },
        ),
      ),
  );
  orders
    .command('mapping')
    .description('show how uploads of other formats are read, or remember it')
    .option('--set <file>', 'a JSON file with a path for each of our fields')
    .option('--forget', 'forget the mapping')
    .action((options: GlobalOptions & { set?: string; forget?: boolean }) =>
      withContext(options, async (ctx) => {
        if (options.forget) say((await saveMapping(ctx, { mapping: null })).msg);
        if (options.set) say((await saveMapping(ctx, { mapping: (await readJson(options.set)) as never })).msg);
        const { mapping } = await getMapping(ctx, {});
        print(
          options,
          mapping,
          Object.entries(mapping ?? {}).map(([field, path]) => ({ field, path })),
        );
        return undefined;
      }),
    );
  orders
    .command('push')
    .description('move New orders whose alerts are accepted to InQueue')
    .option(...dryRun)
    .action((options: ImportOptions) =>
      withContext(options, async (ctx) => {
        if (options.dryRun) return tellPushable(ctx, options);
        const result = await pushOrders(ctx, {});
        say(`${result.msg}: ${result.pushed} pushed, ${result.left} stay New.`);
        if (options.json) print(options, result, []);
        return undefined;
      }),
    );
  orders
    .command('list')
    .description('orders of a status')
    .option('--status <status>', 'New, InQueue, Building, Finished, "On Hold", Invoiced or Canceled')
    .option('--search <text>', 'part of the serial number')
    .option('--page <n>', 'page', '1')
    .option('--size <n>', 'rows a page, at most 500', '200')
    .action((options: GlobalOptions & { status?: string; search?: string; page: string; size: string }) =>
      withContext(options, async (ctx) => {
        const { status, search, page, size } = options;
        const list = await listOrders(ctx, { status, search, page, size });
        print(options, list, list.items.map(orderRow));
        say(`${list.items.length} of ${list.total} orders.`);
        return undefined;
      }),
    );
  orders
    .command('show <order>')
    .description('one order, by serial number or id')
    .action((order: string, options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const found = await getOrder(ctx, { id: await findOrderId(ctx, order) });
        print(options, found, [...detailRows(found)]);
        return undefined;
      }),
    );
  orders
    .command('status <order> <status>')
    .description('set the status of an order')
    .option(...dryRun)
    .action((order: string, status: string, options: ImportOptions) =>
      withContext(options, async (ctx) => {
        const to = readStatus(status);
        if (!to) throw new UsageError(`"${status}" is no status of an order`);
        const id = await findOrderId(ctx, order);
        if (options.dryRun) return tellDry(options, `${order} would go to ${to}.`, { order, to });
        const result = await changeOrder(ctx, { id, status: to });
        say(result.msg);
        if (options.json) print(options, result.order, []);
        return undefined;
      }),
    );
  orders
    .command('duplicates')
    .description('serial numbers that more than one order carries')
    .action((options: GlobalOptions) =>
      withContext(options, async (ctx) => {
        const groups = await listDuplicates(ctx, {});
        print(
          options,
          groups,
          groups.items.flatMap((g) =>
            g.orders.map((o) => ({
              serial: g.serialNumber,
              id: o._id,
              shop: o.shop?.name,
              status: o.status,
              ordered: o.dateOrdered,
            })),
          ),
        );
        return undefined;
      }),
    );
  orders
    .command('delete-new')
    .description('delete all New orders')
    .option(...dryRun)
    .option('--yes', 'do not ask')
    .action((options: ImportOptions & { yes?: boolean }) =>
      withContext(options, async (ctx) => {
        const { total } = await listOrders(ctx, { status: 'New', size: 1 });
        if (options.dryRun) return tellDry(options, `${total} New orders would be deleted.`, { orders: total });
        if (!(await confirmed(`Are you sure you want to delete all New Orders? (${total})`, options.yes)))
          return exit.failed;
        const result = await deleteNewOrders(ctx, {});
        say(result.msg);
        if (options.json) print(options, result, []);
        return undefined;
      }),
    );
}

function tellDry(options: GlobalOptions, text: string, what: object): undefined {
  say(text);
  if (options.json) print(options, { ...what, dryRun: true }, []);
}

/** Asks on a terminal; without one only --yes says yes. */
async function confirmed(question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('--yes is required when there is no terminal to ask on');
  return confirm(question);
}

async function tellPushable(ctx: Ctx, options: GlobalOptions): Promise<undefined> {
  const settled = await listOrders(ctx, { status: 'New', alerts: 'false', size: 500 });
  const open = await listOrders(ctx, { status: 'New', alerts: 'true', size: 500 });
  const shopless = settled.items.filter((o) => !o.shop);
  say(`${settled.total - shopless.length} of ${settled.total + open.total} New orders would be pushed.`);
  const left = [...open.items, ...shopless];
  print(options, left, left.map(orderRow));
  return undefined;
}

type Listed = Awaited<ReturnType<typeof listOrders>>['items'][number];
const orderRow = (o: Listed): TableRow => ({
  serial: o.serialNumber,
  status: o.status,
  shop: o.shop?.name,
  model: o.model,
  size: `${o.width}x${o.length}`,
  customer: o.customer,
  ordered: o.dateOrdered,
  alerts: o.openAlerts,
  shopTotal: formatDollars(o.grandTotal?.shop ?? 0),
});

function* detailRows(order: Awaited<ReturnType<typeof getOrder>>): Generator<TableRow> {
  const { serialNumber, status, shop, dealer, customer, model, width, length, dateOrdered, alerts } = order;
  const fields = {
    serialNumber,
    status,
    shop: shop?.name,
    dealer,
    customer,
    model: `${model} ${width}x${length}`,
    dateOrdered,
  };
  for (const [field, value] of Object.entries(fields)) yield { field, value: value ?? '' };
  for (const alert of alerts ?? []) yield { field: alert.accepted ? 'alert (accepted)' : 'alert', value: alert.text };
  for (const line of [...order.addOns, ...order.customAddOns])
    yield { field: 'line', value: `${line.quantity} × ${line.name}` };
}
