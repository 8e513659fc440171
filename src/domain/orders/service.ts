import { z } from 'zod';
import { notFound } from '../kernel/errors.js';
import { refuseUnknownStatus } from '../kernel/order/refuse-status.js';
import { ByNumber, NumberedRecords } from '../kernel/records/by-number.js';
import { service } from '../kernel/service.js';
import { findOrder } from './reads/detail-query.js';
import { findDuplicates, findOrdersNumbered, findOrders, searchOrders } from './reads/queries.js';
import { findTotals } from './reads/stored-totals.js';
import { OrderById, DuplicateGroups, FoundOrders, ListOrders, Order, OrderList, OrderTotals } from './schema.js';

export const listOrders = service({
  summary: 'List orders by status, sorted and paged',
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
  summary: 'Get an order with its lines, alerts and figures',
  permission: 'orders.read',
  effect: 'read',
  input: OrderById,
  output: Order,
  run: async (ctx, { id }) => {
    const order = await findOrder(ctx, id);
    if (!order) throw notFound('Order');
    return order;
  },
});

export const searchOrdersBySerial = service({
  summary: 'Search orders by part of the serial number or customer, at most 50',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ serialNumber: z.string().trim().min(1).max(100) }),
  output: FoundOrders,
  run: (ctx, { serialNumber }) => searchOrders(ctx, serialNumber),
});

export const listOrdersByNumber = service({
  summary: 'List all orders with exactly this serial number',
  permission: 'orders.read',
  effect: 'read',
  input: ByNumber,
  output: NumberedRecords,
  run: async (ctx, { number }) => ({ items: await findOrdersNumbered(ctx, number) }),
});

export const listOrderTotals = service({
  summary: 'Get the count and totals of orders by status',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ shop: z.uuid().optional() }),
  output: OrderTotals,
  run: async (ctx, { shop }) => ({ items: await findTotals(ctx, shop) }),
});

export const countOrders = service({
  summary: 'Count orders by status',
  permission: 'orders.read',
  effect: 'read',
  input: z.object({ shop: z.uuid().optional() }),
  output: z.record(z.string(), z.int()),
  run: async (ctx, { shop }) =>
    Object.fromEntries((await findTotals(ctx, shop)).map(({ status, count }) => [status, count])),
});

export const listDuplicateOrders = service({
  summary: 'List serial numbers that more than one order has',
  permission: 'orders.duplicates',
  effect: 'read',
  input: z.object({}),
  output: DuplicateGroups,
  run: (ctx) => findDuplicates(ctx.db),
});
