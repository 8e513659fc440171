import { getScope } from '../../kernel/context.js';
import { toDollars } from '../../kernel/cents.js';
import { notFound } from '../../kernel/errors.js';
import { sellingCosts } from '../../pricing/case/case.js';
import { type DocumentKind, DocumentModel } from '../../kernel/records/document.js';
import { nameFacts } from './change-facts.js';
import { lockOrders, type StoredOrder } from '../pricing/locked-orders.js';
import { isHiddenFromShop } from './publish-orders.js';
import { findOrder } from '../reads/detail-query.js';
import { Order } from '../schema.js';

/** The table of orders, for change stamps; other changes of an order are written as columns. */
class OrderModel extends DocumentModel {
  static override tableName = 'orders';
}

/** The order document. Its history has the fields of the order form. */
export const orderKind: DocumentKind<StoredOrder & { readonly _id: string }, OrderModel> = {
  name: ({ serialNumber }) => `Order ${serialNumber}`,
  entity: 'order',
  topic: 'orders',
  model: OrderModel,
  find: async ({ db, actor }, id) => {
    const shopId = getScope(actor);
    const [order] = await lockOrders(db, (q) =>
      shopId ? q.where({ 'o.id': id, 'o.shop_id': shopId }).whereNot('o.status', 'New') : q.where('o.id', id),
    );
    if (!order) throw notFound('Order');
    return { ...order, _id: id };
  },
  schema: Order,
  view: (ctx, { id }) => findOrder(ctx, id),
  getShop: ({ shopId }) => shopId,
  isHiddenFromShop,
  trace: toTrace,
};

const inDollars = (amount: number | null): number | null => (amount === null ? null : toDollars(amount));

/** An order under the field names of its form, in dollars. */
function toTrace({ facts, ...order }: StoredOrder) {
  const custom = order.lines.filter(({ kind }) => kind === 'custom');
  const listSold = (lines: StoredOrder['lines']) =>
    lines.map(({ name, quantity, retailPrice, shopPercent }) => ({ name, quantity, retailPrice, shopPercent }));
  return {
    ...order,
    ...nameFacts(facts),
    shop: order.shopName,
    model: order.modelName,
    dealer: order.dealerName,
    builder: order.builderId,
    basePrice: toDollars(order.basePrice),
    adjustment: toDollars(order.adjustment.shop),
    companyAdjustment: toDollars(order.adjustment.company),
    sellingCosts: Object.fromEntries(sellingCosts.map((name) => [name, inDollars(order.typedCosts?.[name] ?? null)])),
    addOns: listSold(order.lines.filter(({ kind }) => kind === 'addOn')),
    customAddOns: listSold(custom),
    alerts: order.alerts.filter((alert) => alert.accepted).map((alert) => alert.text),
    sidingPaint: { color: order.sidingPaintColor, quantity: order.sidingPaintQuantity },
    trimPaint: { color: order.trimPaintColor, quantity: order.trimPaintQuantity },
    customCosts: custom.map(({ name, materialShop, laborShop }) => ({
      ...{ name, material: inDollars(materialShop), labor: inDollars(laborShop) },
    })),
    standardCosts: custom.map(({ name, materialStandard, laborStandard }) => ({
      ...{ name, material: inDollars(materialStandard), labor: inDollars(laborStandard) },
    })),
  };
}
