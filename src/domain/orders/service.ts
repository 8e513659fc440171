import { z } from 'zod';
import { toDollars } from '../kernel/cents.js';
import type { WriteCtx } from '../kernel/context.js';
import { DomainError, notFound } from '../kernel/errors.js';
import { returnItems } from '../stock/order-stock.js';
import type { Affected } from '../kernel/notices/notify-shops.js';
import { ByNumber, NumberedRecords } from '../kernel/records/by-number.js';
import { lockDocument } from '../kernel/records/document.js';
import { service } from '../kernel/service.js';
import { orderKind } from './life/kind.js';
import { whyNotDeletable } from './life/deletable.js';
import { findOrder } from './reads/detail-query.js';
import {
  findAlertSummary,
  findDuplicates,
  findNumbered,
  findOrders,
  findTotals,
  searchOrders,
} from './reads/queries.js';
import { lockNewOrders } from './intake/new-orders-lock.js';
import { notifyOfOrders } from './intake/notices.js';
import {
  AlertSummary,
  ById,
  DuplicateGroups,
  ListOrders,
  Order,
  OrderList,
  OrderListRow,
  OrderTotals,
  list,
} from './schema.js';
import { refuseUnknownStatus } from '../kernel/order/status.js';
import { lockOrders, type StoredOrder } from './pricing/locked-orders.js';
import { plural } from '../kernel/text/plural.js';
import { countOf, onlyRowOf, firstRowOf, rowsOf } from '../kernel/database/rows.js';

export const listOrders = service({
  summary: 'Orders of a status, sorted and paged',
  permission: 'orders.read',
  effect: 'read',
  input: ListOrders,
  output: OrderList,
  run: (ctx, input) => {
    refuseUnknownStatus(input.status);
    return findOrders(ctx, input);
  },
});

export const getOrder = service({
  summary: 'One order with its lines, alerts and figures',
  permission: 'orders.read',
  effect: 'read',
  input: ById,
  output: Order,
  run: async (ctx, { id }) => {
    const order = await findOrder(ctx, id);
    if (!order) throw notFound('Order');
    return order;
  },
});

export const findOrdersBySerial = service({
  summary: 'Orders whose serial number or customer contains a text, at most 50',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ serialNumber: z.string().trim().min(1).max(100) }),
  output: { office: list(OrderListRow.office), shop: list(OrderListRow.shop), builder: list(OrderListRow.builder) },
  run: (ctx, { serialNumber }) => searchOrders(ctx, serialNumber),
});

export const listOrdersNumbered = service({
  summary: 'The orders of exactly one serial number, however many have it',
  permission: 'orders.read',
  effect: 'read',
  input: ByNumber,
  output: NumberedRecords,
  run: async (ctx, { number }) => ({ items: await findNumbered(ctx, number) }),
});

export const orderTotals = service({
  summary: 'Count and totals of the orders of each status',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ shop: z.uuid().optional() }),
  output: OrderTotals,
  run: async (ctx, { shop }) => ({ items: await findTotals(ctx, shop) }),
});

export const countOrders = service({
  summary: 'How many orders each status has',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ shop: z.uuid().optional() }),
  output: z.record(z.string(), z.int()),
  run: async (ctx, { shop }) =>
    Object.fromEntries((await findTotals(ctx, shop)).map(({ status, count }) => [status, count])),
});

export const listDuplicates = service({
  summary: 'Serial numbers that more than one order carries',
  permission: 'orders.duplicates',
  effect: 'read',
  input: z.object({}),
  output: DuplicateGroups,
  run: (ctx) => findDuplicates(ctx.db),
});

export const pushOrders = service({
  summary: 'Move New orders whose alerts are all accepted and whose shop is known to InQueue',
  permission: 'orders.push',
  effect: 'write',
  input: z.strictObject({}), // a misspelt list of orders must not push all of them
  output: z.object({ msg: z.string(), pushed: z.int(), left: z.int() }),
  run: async (ctx) => {
    await lockNewOrders(ctx);
    const now = ctx.clock.now();
    const moved = await allOf(
      ctx,
      `update orders set status = 'InQueue', status_since = ?, updated_at = ?, updated_by = ?, revision = revision + 1
      where status = 'New' and open_alerts = 0 and shop_id is not null`,
      [now, now, ctx.actor.name],
    );
    const left = await countOf(ctx.db('orders').where({ status: 'New' }));
    await ctx.audit({
      action: 'push to shops',
      entity: 'order',
      ids: moved.ids,
      after: { status: 'InQueue', orders: moved.n },
    });
    await notifyOfOrders(ctx, 'pushed', moved.byShop);
    if (moved.n > 0)
      await ctx.publish({ topic: 'orders', shopIds: [null, ...moved.byShop.map((shop) => shop.shopId)] });
    return { msg: 'Orders are updated to InQueue', pushed: moved.n, left };
  },
});

export const summarizeAlerts = service({
  summary:
    'The open alerts of New orders by kind: how many, in how many orders, and how far their prices are above the catalogue',
  permission: 'orders.import',
  effect: 'read',
  input: z.object({}),
  output: z.object({ items: z.array(AlertSummary) }),
  run: async (ctx) => ({ items: await findAlertSummary(ctx.db) }),
});

export const acceptAlerts = service({
  summary: 'Accept the alerts of New orders: of some orders, of one kind, or all',
  permission: 'orders.import',
  effect: 'write',
  input: z.strictObject({
    ids: z.array(z.uuid('is not a valid ID')).max(10_000).optional(),
    code: z.string().max(40).optional(),
    codes: z.array(z.string().max(40)).max(100).optional(),
    text: z.string().max(500).optional(),
  }),
  output: z.object({ msg: z.string(), orders: z.int() }),
  run: async (ctx, { ids, code, codes, text }) => {
    const orders = await lockOrders(ctx.db, (q) =>
      (ids ? q.whereRaw('o.id = any(?)', [ids]) : q).where('o.status', 'New').where('o.open_alerts', '>', 0),
    );
    const accepted = orders.flatMap((order) => {
      const alerts = order.alerts.map((a) =>
        (code === undefined || a.code === code) &&
        (codes === undefined || codes.includes(a.code)) &&
        (text === undefined || a.text === text)
          ? { ...a, accepted: true }
          : a,
      );
      return JSON.stringify(alerts) === JSON.stringify(order.alerts)
        ? []
        : [{ id: order.id, alerts: JSON.stringify(alerts) }];
    });
    await ctx.db.raw(
      `update orders o set alerts = x.alerts::jsonb, revision = o.revision + 1, updated_at = ?, updated_by = ? from unnest(?::uuid[], ?::text[]) as x(id, alerts) where o.id = x.id`,
      [ctx.clock.now(), ctx.actor.name, accepted.map((a) => a.id), accepted.map((a) => a.alerts)],
    );
    await ctx.audit({
      action: 'accept alerts',
      entity: 'order',
      ids: accepted.map((a) => a.id),
      after: { code: code ?? codes?.join(', ') ?? 'all', text: text ?? 'all', orders: accepted.length },
    });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return { msg: `Alerts of ${ordersIn(accepted.length)} are accepted.`, orders: accepted.length };
  },
});

export const deleteOrder = service({
  summary: 'Delete an order; refused while an invoice exists',
  permission: 'orders.delete',
  effect: 'write',
  input: ById,
  output: z.object({ _id: z.uuid(), msg: z.string() }),
  run: async (ctx, { id }) => {
    const order = await lockDocument(ctx, orderKind, id);
    const invoice = await firstRowOf<{ invoice_number: string }>(
      ctx.db('invoices').where({ order_id: id }).whereNull('deleted_at').first('invoice_number'),
    );
    if (invoice) throw new DomainError('order-has-invoice', { invoiceNumber: invoice.invoice_number });
    const why = whyNotDeletable(ctx.actor, order.status);
    if (why) throw new DomainError('order-not-deletable', { status: order.status, why });
    await ctx.db('orders').where({ id }).delete();
    await returnItems(ctx, order, `order ${order.serialNumber} deleted`);
    const { shopId, serialNumber } = order;
    if (order.status !== 'New') await notifyOfOrders(ctx, 'deleted', [{ shopId, id, name: serialNumber, count: 1 }]);
    await ctx.audit({
      action: 'delete',
      entity: 'order',
      id,
      shopId: order.shopId,
      before: gone(order),
    });
    await ctx.publish({ topic: 'orders', shopIds: [order.shopId], ids: [id] });
    return { _id: id, msg: 'Order is deleted.' };
  },
});

export const deleteNewOrders = service({
  summary: 'Delete all New orders',
  permission: 'orders.delete-new',
  effect: 'write',
  input: z.object({}),
  output: z.object({ msg: z.string(), deleted: z.int() }),
  run: async (ctx) => {
    await lockNewOrders(ctx);
    const rows = await rowsOf<{ serialNumber: string; total: number }>(ctx.db.raw(deletedOrders));
    const deleted = await allOf(ctx, `delete from orders where status = 'New'`, []);
    await ctx.audit({ action: 'delete new', entity: 'order', ids: deleted.ids, before: { orders: rows } });
    await ctx.publish({ topic: 'orders', shopIds: [null] });
    return { msg: `${ordersIn(deleted.n, 'New ')} deleted.`, deleted: deleted.n };
  },
});

const deletedOrders = `select serial_number as "serialNumber", grand_total_company / 100.0 as total from orders where status = 'New'`;

/** `1 order`, `12 New orders`. */
const ordersIn = (n: number, kind = ''): string => `${n} ${kind}${plural(n, 'order')}`;

/** What the trail keeps of an order that is deleted: who it was for, what it sold for and its lines, in dollars. */
const gone = ({ serialNumber, status, customer, shopName, modelName, basePrice, lines }: StoredOrder) => ({
  ...{ serialNumber, status, customer, shop: shopName, model: modelName, basePrice: toDollars(basePrice) },
  lines: lines.map(({ name, quantity, retailPrice, shopPercent }) => ({ name, quantity, retailPrice, shopPercent })),
});

interface Written {
  readonly n: number;
  readonly ids: string[];
  readonly byShop: Affected[];
}

/** Runs one statement over many orders; answers which they were, and how many of each shop, in one row, however many. */
async function allOf(ctx: WriteCtx, statement: string, bindings: (Date | string)[]): Promise<Written> {
  return onlyRowOf<Written>(
    ctx.db.raw(
      `with written as (${statement} returning id, shop_id, serial_number),
     by_shop as (select shop_id, count(*)::int as n, min(id::text) as id, min(serial_number) as name from written group by shop_id)
     select count(*)::int as n, coalesce(array_agg(id), '{}') as ids,
       (select coalesce(json_agg(json_build_object('shopId', shop_id, 'count', n, 'id', id, 'name', name)), '[]') from by_shop) as "byShop"
     from written`,
      bindings,
    ),
  );
}
