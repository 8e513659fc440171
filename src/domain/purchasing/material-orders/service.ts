import { findOwnRecord } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { findReceived, listFilteredMaterialOrders } from './list-query.js';
import { materialOrderKind } from './queries.js';
import {
  ListMaterialOrders,
  ListReceived,
  MaterialOrder,
  OrderId,
  MaterialOrderList,
  ReceivedOrders,
} from './schema.js';
import { officeAndShop } from '../../kernel/records/fields.js';

const look = { permission: 'purchasing.read', effect: 'read' } as const;

export const listMaterialOrders = service({
  ...look,
  summary: 'List the material orders of the shop, with totals; the office can list all shops or one',
  input: ListMaterialOrders,
  output: MaterialOrderList,
  run: (ctx, input) => listFilteredMaterialOrders(ctx.db, ctx.actor, input),
});

export const getMaterialOrder = service({
  ...look,
  summary: 'Get a material order with its lines and receipts',
  input: OrderId,
  output: officeAndShop(MaterialOrder),
  run: (ctx, { id }) => findOwnRecord(ctx, materialOrderKind, id),
});

export const listReceived = service({
  ...look,
  summary: 'List the purchase orders of a shop that have receipts, with what was not moved to stock yet',
  input: ListReceived,
  output: ReceivedOrders,
  run: async (ctx, input) => {
    await findRequestedShop(ctx, input.id);
    return findReceived(ctx.db, ctx.actor, input);
  },
});
