import { findOwnRecord } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { shopAsked } from '../../kernel/rights/asked-shop.js';
import { findReceived, listFiltered } from './list-query.js';
import { orderKind } from './queries.js';
import { forDesks, ListOrders, ListReceived, MaterialOrder, OrderId, OrderList, ReceivedOrders } from './schema.js';

const look = { permission: 'purchasing.read', effect: 'read' } as const;

export const listMaterialOrders = service({
  ...look,
  summary: 'The material orders of the shop, or to the office those of all shops or of one; with their sums',
  input: ListOrders,
  output: OrderList,
  run: (ctx, input) => listFiltered(ctx.db, ctx.actor, input),
});

export const showMaterialOrder = service({
  ...look,
  summary: 'A material order with its lines, and what came of each',
  input: OrderId,
  output: forDesks(MaterialOrder),
  run: (ctx, { id }) => findOwnRecord(ctx, orderKind, id),
});

export const listReceived = service({
  ...look,
  summary: 'The purchase orders of a shop of which something came, with what waits to be pushed',
  input: ListReceived,
  output: ReceivedOrders,
  run: async (ctx, input) => {
    await shopAsked(ctx, input.id);
    return findReceived(ctx.db, ctx.actor, input);
  },
});
