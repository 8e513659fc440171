import { z } from 'zod';
import { toDollars } from '../../kernel/cents.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { DomainError } from '../../kernel/errors.js';
import { lockDocument } from '../../kernel/records/document.js';
import { service } from '../../kernel/service.js';
import { returnItems } from '../../stock/order-stock.js';
import { notifyOfOrders } from '../intake/notices.js';
import type { StoredOrder } from '../pricing/locked-orders.js';
import { OrderById } from '../schema.js';
import { explainUndeletable } from './deletable.js';
import { orderKind } from './kind.js';
import { isHiddenFromShop, listSeeingShops } from './publish-orders.js';

export const deleteOrder = service({
  summary: 'Delete an order; refused while it has an invoice',
  permission: 'orders.delete',
  effect: 'write',
  input: OrderById,
  output: z.object({ _id: z.uuid(), msg: z.string() }),
  run: async (ctx, { id }) => {
    const order = await lockDocument(ctx, orderKind, id);
    const invoice = await queryFirstRow<{ invoice_number: string }>(
      ctx.db('invoices').where({ order_id: id }).whereNull('deleted_at').first('invoice_number'),
    );
    if (invoice) throw new DomainError('order-has-invoice', { invoiceNumber: invoice.invoice_number });
    const why = explainUndeletable(ctx.actor, order.status);
    if (why) throw new DomainError('order-not-deletable', { status: order.status, why });
    await ctx.db('orders').where({ id }).delete();
    await returnItems(ctx, order, `order ${order.serialNumber} deleted`);
    const { shopId, serialNumber } = order;
    if (!isHiddenFromShop(order)) await notifyOfOrders(ctx, 'deleted', [{ shopId, id, name: serialNumber, count: 1 }]);
    await ctx.audit({
      action: 'delete',
      entity: 'order',
      id,
      shopId: order.shopId,
      before: summarize(order),
    });
    await ctx.publish({ topic: 'orders', shopIds: listSeeingShops([order]), ids: [id] });
    return { _id: id, msg: 'Order is deleted.' };
  },
});

/** What the history records of a deleted order: its customer, sale amounts and lines, in dollars. */
const summarize = ({ serialNumber, status, customer, shopName, modelName, basePrice, lines }: StoredOrder) => ({
  ...{ serialNumber, status, customer, shop: shopName, model: modelName, basePrice: toDollars(basePrice) },
  lines: lines.map(({ name, quantity, retailPrice, shopPercent }) => ({ name, quantity, retailPrice, shopPercent })),
});
