import type { Knex } from 'knex';
import { copyRows, type Cells } from '../copy.js';
import type { WriteCtx } from '../context.js';
import { builderFor } from './build-chunks.js';
import type { BuiltOrder } from './build.js';
import type { IncomingOrder } from './incoming.js';
import { matchOrder } from './match.js';
import { loadNames } from './names.js';
import { lineRows, rematchedRow } from './rows.js';
import { snapshotsOf, storeSnapshots } from './store.js';
import { incomingOf } from './stored-case.js';
import { lockOrders, type StoredOrder } from './stored.js';

/** Runs matching and pricing again over New orders with today's catalogue; accepted alerts that still hold stay accepted. */
export async function rematchOrders(ctx: WriteCtx, orders: readonly StoredOrder[]): Promise<StoredOrder[]> {
  if (orders.length === 0) return [];
  const names = await loadNames(ctx.db);
  const twice = await findTwice(ctx, orders);
  const matched = orders.map((order) => matchOrder(withoutOldDuplicate(incomingOf(order), twice), names));
  const builder = await builderFor(ctx.db, names, matched);
  await storeBuilt(
    ctx,
    matched.map((m) => builder.build(m)),
    orders,
  );
  const ids = orders.map((order) => order.id);
  return lockOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [ids]));
}

/** Stores orders that were matched and priced again: their rows, lines and snapshots. In the order of `orders`. */
export async function storeBuilt(
  ctx: WriteCtx,
  built: readonly BuiltOrder[],
  orders: readonly StoredOrder[],
): Promise<void> {
  await storeSnapshots(ctx.db, built.flatMap(snapshotsOf));
  await updateOrders(
    ctx,
    built.map((b, n) => rematchedRow(b, orders[n]?.id ?? '', orders[n]?.alerts ?? [])),
  );
  const ids = orders.map((order) => order.id);
  await ctx.db('order_lines').whereRaw('order_id = any(?)', [ids]).delete();
  await copyRows(
    ctx.db as Knex.Transaction,
    'order_lines',
    built.flatMap((b, n) => lineRows(b, orders[n]?.id ?? '')),
  );
}

/** The serial numbers of these orders that more than one order carries. */
async function findTwice(ctx: WriteCtx, orders: readonly StoredOrder[]): Promise<Set<string>> {
  const serials = orders.map((order) => order.serialNumber.toLowerCase());
  const rows = (await ctx
    .db('orders')
    .whereRaw('lower(serial_number) = any(?)', [serials])
    .groupByRaw('lower(serial_number)')
    .havingRaw('count(*) > 1')
    .select(ctx.db.raw('lower(serial_number) as serial'))) as { serial: string }[];
  return new Set(rows.map((row) => row.serial));
}

/** The alert of a duplicate ends with the other order. */
const withoutOldDuplicate = (order: IncomingOrder, twice: ReadonlySet<string>): IncomingOrder =>
  twice.has(order.serialNumber.toLowerCase())
    ? order
    : { ...order, fileAlerts: order.fileAlerts.filter((alert) => alert.code !== 'duplicate') };

/** Updates many orders in one statement, through a temporary table filled by COPY. */
async function updateOrders(ctx: WriteCtx, rows: readonly Cells[]): Promise<void> {
  const columns = rows[0]?.columns ?? [];
  const names = columns.map((c) => `"${c}"`).join(', ');
  await ctx.db.raw(`create temp table changed_orders on commit drop as select ${names} from orders limit 0`);
  await copyRows(ctx.db as Knex.Transaction, 'changed_orders', rows);
  const sets = columns
    .filter((c) => c !== 'id')
    .map((c) => `"${c}" = t."${c}"`)
    .join(', ');
  await ctx.db.raw(
    `update orders o set ${sets}, revision = o.revision + 1, updated_at = ?, updated_by = ? from changed_orders t where o.id = t.id`,
    [ctx.clock.now(), ctx.actor.name],
  );
  await ctx.db.raw('drop table changed_orders');
}
