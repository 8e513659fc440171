import type { Knex } from 'knex';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { moveBack } from '../../stock/movements.js';
import type { Pace } from '../../kernel/pace.js';
import { builtInChunks } from '../pricing/build-chunks.js';
import type { BuiltOrder } from '../pricing/build.js';
import type { IncomingOrder, Refusal } from './incoming.js';
import { explainUndeletable } from '../life/deletable.js';
import { listSeeingShops } from '../life/publish-orders.js';
import { notifyOrderShops } from './notices.js';
import { storeNewOrders } from './insert-orders.js';
import { queryFirstRow, queryRows, queryOnlyRow } from '../../kernel/database/rows.js';
import type { StoredOrder } from '../pricing/locked-orders.js';

/** A stored order with the same serial number or feed ID. */
export interface StoredTwin {
  readonly id: string;
  readonly serial: string;
  readonly externalId: string | null;
  readonly status: string;
  /** Whether it has or had an invoice that was ever paid, even if deleted: such an order cannot be replaced. */
  readonly hasInvoice: boolean;
}

/** The result of pricing the orders of a file: their alerts, by index, and the rows that pricing refused. */
export interface PricingResult {
  readonly alerts: ReadonlyMap<number, readonly string[]>;
  readonly refusals: readonly Refusal[];
}

/** Prices orders one chunk at a time, and stores each chunk if `store` is given. */
export async function priceInChunks(
  ctx: ActorCtx,
  take: readonly IncomingOrder[],
  pace: Pace,
  store?: (built: readonly BuiltOrder[]) => Promise<void>,
): Promise<PricingResult> {
  const alerts = new Map<number, readonly string[]>();
  const refusals: Refusal[] = [];
  const word = store ? 'Saving' : 'Pricing';
  let doneCount = 0;
  for await (const chunk of builtInChunks(ctx.db, take, pace)) {
    await store?.(chunk.built);
    refusals.push(...chunk.refusals);
    for (const { alerts: orderAlerts, matchedOrder } of chunk.built) {
      const texts = orderAlerts.map(({ text }) => text);
      if (texts.length > 0) alerts.set(matchedOrder.incoming.index, texts);
    }
    ctx.progress?.report((doneCount += chunk.built.length + chunk.refusals.length), take.length, word);
  }
  return { alerts, refusals };
}

/**
 * Stores orders of an import as New, priced one chunk at a time. Also returns their IDs, without orders that pricing
 * refused.
 */
export async function storeInChunks(ctx: WriteCtx, take: readonly IncomingOrder[], importId: string, pace: Pace) {
  const storing = { importId, now: ctx.clock.now().toISOString(), snapshots: new Set<string>() };
  const ids: string[] = [];
  const pricing = await priceInChunks(ctx, take, pace, async (builtOrders) => {
    const orders = builtOrders.map((order) => ({ id: newId(), built: order }));
    await storeNewOrders(ctx.db, orders, storing);
    for (const { id } of orders) ids.push(id);
  });
  return { ids, ...pricing };
}

/**
 * Finds stored orders with the same serial numbers or feed IDs. Each is looked up in its index, however many there
 * are: `offset 0` and `limit 1` keep PostgreSQL from scanning a whole table for a long list.
 */
export async function findExisting(db: Knex, orders: readonly IncomingOrder[]): Promise<StoredTwin[]> {
  const serials = orders.map((order) => order.serialNumber.toLowerCase());
  const externalIds = orders.flatMap((order) => order.externalId ?? []);
  return queryRows<StoredTwin>(db.raw(existingSql, [serials, externalIds]));
}

/** Finds the stored order of a row: by its feed ID, or by its serial number if the stored order has no feed ID. */
export function existingFinder(existingOrders: readonly StoredTwin[]) {
  const byId = new Map(existingOrders.map((one) => [one.externalId, one]));
  const bySerial = new Map(
    existingOrders.filter((one) => one.externalId === null).map((one) => [one.serial.toLowerCase(), one]),
  );
  return ({ externalId, serialNumber }: IncomingOrder): StoredTwin | undefined =>
    (externalId === null ? undefined : byId.get(externalId)) ?? bySerial.get(serialNumber.toLowerCase());
}

const selectKeys = (key: string): string => `select o.* from unnest(?::text[]) as asked cross join lateral (
    select id, serial_number, external_id, status from orders where ${key} = asked offset 0) o`;

const existingSql = `select o.id, o.serial_number as serial, o.external_id as "externalId", o.status,
    (select id from invoices where order_id = o.id and (deleted_at is null or was_paid) limit 1) is not null as "hasInvoice"
  from (${selectKeys('lower(serial_number)')} union ${selectKeys('external_id')}) o
  order by o.id`;

/**
 * Removes the orders that an import replaces, returns their material to stock and notifies their shops. Returns the
 * shops that saw them, and all rows of the orders with their messages, so that the import can be undone.
 */
export async function removeReplaced(tx: WriteCtx, replacedOrders: readonly StoredTwin[], importId: string) {
  if (replacedOrders.length === 0) return { before: null, shopIds: [] };
  const { db } = tx;
  const ids = replacedOrders.map((order) => order.id);
  const lockedOrders = await queryRows<Pick<StoredOrder, 'id' | 'shopId' | 'serialNumber' | 'status'>>(
    db('orders')
      .whereRaw('id = any(?)', [ids])
      .orderBy('id')
      .forUpdate()
      .select({ id: 'id', shopId: 'shop_id', serialNumber: 'serial_number', status: 'status' }),
  );
  refuseLocked(tx, lockedOrders);
  const invoice = await queryFirstRow<{ invoice_number: string }>(
    db('invoices').whereRaw('order_id = any(?) and (deleted_at is null or was_paid)', [ids]).first('invoice_number'),
  );
  if (invoice) throw new DomainError('order-has-invoice', { invoiceNumber: invoice.invoice_number });
  const before = await collectAll(db, ids);
  await db('orders').whereRaw('id = any(?)', [ids]).delete();
  await moveBack(tx, ids, { why: 'finished orders replaced by an import', source: 'import', sourceId: importId });
  const visibleOrders = lockedOrders.filter(({ status }) => status !== 'New');
  await notifyOrderShops(tx, 'replaced', visibleOrders);
  return { before, shopIds: listSeeingShops(lockedOrders) };
}

/** Throws if an order's status changed since the plan and it can no longer be deleted. */
function refuseLocked({ actor }: WriteCtx, orders: readonly { readonly status: string }[]): void {
  for (const { status } of orders) {
    const why = explainUndeletable(actor, status);
    if (why) throw new DomainError('order-not-deletable', { status, why });
  }
}

/** The rows that belong to these orders. Messages are not deleted, so only which order each one is about is saved. */
async function collectAll(db: Knex, ids: string[]) {
  const all = async (table: string, column: string, expression = 't'): Promise<unknown> => {
    const sql = `select coalesce(json_agg(${expression}), '[]') as "all" from ?? t where t.?? = any(?)`;
    const { all: rows } = await queryOnlyRow<{ all: unknown }>(db.raw(sql, [table, column, ids]));
    return rows;
  };
  return {
    orders: await all('orders', 'id'),
    order_lines: await all('order_lines', 'order_id'),
    order_sources: await all('order_sources', 'order_id'),
    order_proposals: await all('order_proposals', 'order_id'),
    comments: await all('comments', 'order_id', `json_build_object('id', t.id, 'order_id', t.order_id)`),
  };
}
