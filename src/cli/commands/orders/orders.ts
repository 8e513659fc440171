import type { Command } from 'commander';
import type { Ctx } from '../../../domain/kernel/context.js';
import { getOrder, listDuplicateOrders, listOrders } from '../../../domain/orders/service.js';
import { print, printNote, type TableRow, toRows } from '../../output.js';
import { fieldsOption } from '../../fields.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { withContext, type GlobalOptions } from '../../run.js';
import { findOrderId } from './order-name.js';
import { orderColumns } from './order-columns.js';
import { registerDeleteNew, registerPush, registerStatus } from './orders-change.js';
import { registerUploads } from './orders-import.js';
import { registerMapping } from './orders-mapping.js';

/** `shedworks orders …`: the API's order calls for admins and cron. */
export function registerOrders(program: Command): void {
  const orders = program.command('orders').description('Manage orders from upload to invoice');
  registerUploads(orders);
  registerMapping(orders);
  registerPush(orders);
  withPages(orders.command('list'), 200)
    .description('List orders by status')
    .option('--status <status>', 'New, InQueue, Building, Finished, "On Hold", Invoiced or Canceled')
    .option('--search <text>', 'part of the serial number')
    .action((options: ListOptions) => withContext(options, (ctx) => list(ctx, options)));
  orders
    .command('show <order>')
    .description('Show an order, by serial number or ID')
    .action((order: string, options: GlobalOptions) => withContext(options, (ctx) => show(ctx, order, options)));
  registerStatus(orders);
  orders
    .command('duplicates')
    .description('List serial numbers that more than one order has')
    .option(...fieldsOption)
    .action((options: GlobalOptions) => withContext(options, (ctx) => duplicates(ctx, options)));
  registerDeleteNew(orders);
}

interface ListOptions extends GlobalOptions, PageOptions {
  readonly status?: string;
  readonly search?: string;
}

async function list(ctx: Ctx, { status, search, ...options }: ListOptions): Promise<undefined> {
  const { shown, list: orders } = await printList(
    ctx,
    options,
    (on, page) => listOrders(on, { status, search, ...page }),
    orderColumns,
  );
  printNote(`${shown} of ${orders.total} orders.`);
  return undefined;
}

async function show(ctx: Ctx, order: string, options: GlobalOptions): Promise<undefined> {
  const record = await getOrder(ctx, { id: await findOrderId(ctx, order) });
  print(options, record, [...detailRows(record)]);
  return undefined;
}

async function duplicates(ctx: Ctx, options: GlobalOptions): Promise<undefined> {
  const groups = await listDuplicateOrders(ctx, {});
  print(
    options,
    groups,
    toRows(
      {
        serial: (o) => o.serial,
        id: (o) => o._id,
        shop: (o) => o.shop?.name,
        status: (o) => o.status,
        ordered: (o) => o.dateOrdered,
      },
      groups.items.flatMap(({ serialNumber: serial, orders }) => orders.map((o) => ({ serial, ...o }))),
    ),
  );
  return undefined;
}

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
