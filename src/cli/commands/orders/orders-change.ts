import type { Command } from 'commander';
import { updateOrder } from '../../../domain/billing/invoices/life/change-order.js';
import type { Ctx } from '../../../domain/kernel/context.js';
import { readStatus } from '../../../domain/kernel/order/status.js';
import { deleteNewOrders } from '../../../domain/orders/intake/delete-new.js';
import { listOrders } from '../../../domain/orders/service.js';
import { pushOrders } from '../../../domain/orders/intake/push.js';
import { dryRun } from '../../dry-run.js';
import { print, printNote, toRows } from '../../output.js';
import { confirm } from '../../prompts.js';
import { exit, UsageError, withContext, type GlobalOptions } from '../../run.js';
import { findOrderId } from './order-name.js';
import { orderColumns } from './order-columns.js';

interface ChangeOptions extends GlobalOptions {
  readonly dryRun?: boolean;
}

const onlyTell = ['--dry-run', 'show what would happen, change nothing'] as const;

/** `shedworks orders push`. */
export function registerPush(orders: Command): void {
  orders
    .command('push')
    .description('Push New orders to shops (InQueue) if all their alerts are accepted')
    .option(...onlyTell)
    .action((options: ChangeOptions) =>
      withContext(options, (ctx) => (options.dryRun ? printPushable(ctx, options) : push(ctx, options))),
    );
}

async function push(ctx: Ctx, options: GlobalOptions): Promise<undefined> {
  const result = await pushOrders(ctx, {});
  printNote(`${result.msg}: ${result.pushed} pushed, ${result.left} still New.`);
  if (options.json) print(options, result, []);
  return undefined;
}

/** Reports how many orders would be pushed, and the first 500 that would stay New. */
async function printPushable(ctx: Ctx, options: GlobalOptions): Promise<undefined> {
  const { pushed, left, staying } = await dryRun(ctx, async (inner) => ({
    ...(await pushOrders(inner, {})),
    staying: (await listOrders(inner, { status: 'New', size: 500 })).items,
  }));
  printNote(`${pushed} of ${pushed + left} New orders would be pushed.`);
  print(options, staying, toRows(orderColumns, staying));
  return undefined;
}

/** `shedworks orders status`. */
export function registerStatus(orders: Command): void {
  orders
    .command('status <order> <status>')
    .description('Set the status of an order')
    .option(...onlyTell)
    .action((order: string, status: string, options: ChangeOptions) =>
      withContext(options, (ctx) => setStatus(ctx, order, status, options)),
    );
}

async function setStatus(ctx: Ctx, order: string, newStatus: string, options: ChangeOptions): Promise<undefined> {
  const status = readStatus(newStatus);
  if (!status) throw new UsageError(`"${newStatus}" is not an order status`);
  const change = { id: await findOrderId(ctx, order), status };
  if (options.dryRun) {
    await dryRun(ctx, (inner) => updateOrder(inner, change));
    return printDryRun(options, `${order} would change to ${status}.`, { order, to: status });
  }
  const result = await updateOrder(ctx, change);
  printNote(result.msg);
  if (options.json) print(options, result.order, []);
  return undefined;
}

interface DeleteOptions extends ChangeOptions {
  readonly yes?: boolean;
}

/** `shedworks orders delete-new`. */
export function registerDeleteNew(orders: Command): void {
  orders
    .command('delete-new')
    .description('Delete all New orders')
    .option(...onlyTell)
    .option('--yes', 'do not ask for confirmation')
    .action((options: DeleteOptions) => withContext(options, (ctx) => deleteNew(ctx, options)));
}

async function deleteNew(ctx: Ctx, options: DeleteOptions): Promise<number | undefined> {
  if (options.dryRun) {
    const { deleted } = await dryRun(ctx, (inner) => deleteNewOrders(inner, {}));
    return printDryRun(options, `${deleted} New orders would be deleted.`, { orders: deleted });
  }
  const { total } = await listOrders(ctx, { status: 'New', size: 1 });
  if (!(await isConfirmed(`Are you sure you want to delete all New orders? (${total})`, options.yes)))
    return exit.failed;
  const result = await deleteNewOrders(ctx, {});
  printNote(result.msg);
  if (options.json) print(options, result, []);
  return undefined;
}

function printDryRun(options: ChangeOptions, text: string, what: object): undefined {
  printNote(text);
  if (options.json) print(options, what, []);
}

/** Asks for confirmation on a terminal; without one, requires --yes. */
async function isConfirmed(question: string, yes: boolean | undefined): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) throw new UsageError('--yes is required when there is no terminal to confirm on');
  return confirm(question);
}
