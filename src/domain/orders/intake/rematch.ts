import type { Knex } from 'knex';
import { copyRows, type Cells } from '../../kernel/database/copy-rows.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { UnreadableValue } from '../../imports/reading/values.js';
import { builderFor } from '../pricing/build-chunks.js';
import type { BuiltOrder } from '../pricing/build.js';
import type { IncomingOrder } from './incoming.js';
import { matchOrder } from './match.js';
import { findSheds, loadNamesWithoutSheds, type Choices, type NamesWithoutSheds } from './names.js';
import { rematchedRow } from './insert-rows.js';
import { takeSnapshots, storeSnapshots } from './insert-orders.js';
import { toIncoming } from '../pricing/case.js';
import { lockOrders, type StoredOrder } from '../pricing/locked-orders.js';
import { queryRows } from '../../kernel/database/rows.js';
import { toLineRows, toStoredLine } from '../pricing/line-rows.js';

/** An order left unchanged because it cannot be priced with today's catalogue. */
export interface UnpricedOrder {
  readonly id: string;
  readonly serialNumber: string;
  readonly reason: string;
}

/** The orders as stored now, sorted by ID, and those that were left unchanged. */
export interface RematchResult {
  readonly orders: readonly StoredOrder[];
  readonly unpriced: readonly UnpricedOrder[];
}

const noChoices: Choices = new Map();

/**
 * Matches and prices New orders again with today's catalogue, and with these choices besides the remembered ones for
 * names it lacks. An accepted alert that still applies stays accepted.
 */
export async function rematchOrders(
  ctx: WriteCtx,
  orders: readonly StoredOrder[],
  choices: Choices = noChoices,
): Promise<RematchResult> {
  if (orders.length === 0) return { orders: [], unpriced: [] };
  const { built, priced, unpriced } = await buildAgain(ctx, orders, choices);
  if (built.length > 0) await storeBuilt(ctx, built, priced);
  const ids = orders.map((order) => order.id);
  return { orders: await lockOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [ids])), unpriced };
}

const CHUNK = 500;

/** Locks orders that are still New and matches them again, some at a time; `prepare` may change them first. */
export async function* rematchInChunks(
  ctx: WriteCtx,
  ids: readonly string[],
  choices?: Choices,
  prepare = (orders: readonly StoredOrder[]) => orders,
): AsyncGenerator<RematchResult> {
  for (let at = 0; at < ids.length; at += CHUNK) {
    const chunk = ids.slice(at, at + CHUNK);
    const orders = await lockOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [chunk]).where('o.status', 'New'));
    yield await rematchOrders(ctx, prepare(orders), choices);
    ctx.progress?.report(Math.min(at + CHUNK, ids.length), ids.length, 'orders');
  }
}

/** Orders matched and priced again, not stored yet; `built` is in the order of `priced`. */
export interface BuiltAgain {
  readonly built: readonly BuiltOrder[];
  readonly priced: readonly StoredOrder[];
  readonly unpriced: readonly UnpricedOrder[];
}

/** Matches and prices New orders again like `rematchOrders`, but stores nothing. */
export async function buildAgain(ctx: ActorCtx, orders: readonly StoredOrder[], choices: Choices): Promise<BuiltAgain> {
  const repeatedSerials = await findTwice(ctx, orders);
  const incoming = orders.map((order) => withoutOldDuplicate(toIncoming(order), repeatedSerials));
  const results = await buildOrders(ctx.db, incoming, await loadNamesWithoutSheds(ctx.db, choices));
  const builtOrders = results.filter((result) => typeof result !== 'string');
  const pricedOrders = orders.filter((_, n) => typeof results[n] !== 'string');
  const unpricedOrders = orders.flatMap(({ id, serialNumber }, n) => {
    const reason = results[n];
    return typeof reason === 'string' ? [{ id, serialNumber, reason }] : [];
  });
  return { built: builtOrders, priced: pricedOrders, unpriced: unpricedOrders };
}

/**
 * Matches and prices orders with the catalogue: each priced order, or the reason pricing refuses it. `buildStored` does
 * not refuse percents that today's splits do not allow.
 */
export async function buildOrders(
  db: Knex,
  orders: readonly IncomingOrder[],
  withoutSheds: NamesWithoutSheds,
  build: 'build' | 'buildStored' = 'build',
): Promise<(BuiltOrder | string)[]> {
  const names = { ...withoutSheds, sheds: await findSheds(db, withoutSheds, orders) };
  const matches = orders.map((order) => matchOrder(order, names));
  const builder = await builderFor(db, names, matches);
  return matches.map((match) => {
    try {
      return builder[build](match);
    } catch (error) {
      if (error instanceof UnreadableValue) return error.message;
      throw error;
    }
  });
}

/** Stores orders that were matched and priced again, with lines and snapshots. `builtOrders` are in the sequence of `orders`. */
export async function storeBuilt(
  ctx: WriteCtx,
  builtOrders: readonly BuiltOrder[],
  orders: readonly StoredOrder[],
): Promise<void> {
  await storeSnapshots(ctx.db, builtOrders.flatMap(takeSnapshots));
  await updateMatchedOrders(
    ctx,
    builtOrders.map((b, n) => rematchedRow(b, orders[n]?.id ?? '', orders[n]?.alerts ?? [])),
  );
  const ids = orders.map((order) => order.id);
  await ctx.db('order_lines').whereRaw('order_id = any(?)', [ids]).delete();
  await copyRows(
    ctx.db,
    'order_lines',
    builtOrders.flatMap((b, n) => toLineRows({ id: orders[n]?.id ?? '', lines: b.lines.map(toStoredLine) }, b.figures)),
  );
}

/** Finds which serial numbers of these orders are on more than one order. */
async function findTwice(ctx: ActorCtx, orders: readonly StoredOrder[]): Promise<Set<string>> {
  const serials = orders.map((order) => order.serialNumber.toLowerCase());
  const rows = await queryRows<{ serial: string }>(
    ctx
      .db('orders')
      .whereRaw('lower(serial_number) = any(?)', [serials])
      .groupByRaw('lower(serial_number)')
      .havingRaw('count(*) > 1')
      .select(ctx.db.raw('lower(serial_number) as serial')),
  );
  return new Set(rows.map((row) => row.serial));
}

/** Drops the duplicate alert if the other order no longer exists. */
const withoutOldDuplicate = (order: IncomingOrder, repeatedSerials: ReadonlySet<string>): IncomingOrder =>
  repeatedSerials.has(order.serialNumber.toLowerCase())
    ? order
    : { ...order, fileAlerts: order.fileAlerts.filter((alert) => alert.code !== 'duplicate') };

/** Updates many orders in one statement, through a temporary table filled by COPY. */
export async function updateMatchedOrders(ctx: WriteCtx, rows: readonly Cells[]): Promise<void> {
  const columns = rows[0]?.columns ?? [];
  const names = columns.map((c) => `"${c}"`).join(', ');
  await ctx.db.raw(`create temp table changed_orders on commit drop as select ${names} from orders limit 0`);
  await copyRows(ctx.db, 'changed_orders', rows);
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
