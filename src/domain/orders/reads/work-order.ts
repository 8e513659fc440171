import { findCompany } from '../../company/company/queries.js';
import { FileAnswer } from '../../files/file.js';
import { workOrderPdf } from './work-order-document.js';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { findOrder } from './detail-query.js';
import { OrderById } from '../schema.js';

export const downloadWorkOrder = service({
  summary: "Download the work order for an order's builder as a PDF, without prices",
  permission: 'orders.read',
  effect: 'read',
  input: OrderById,
  output: { office: FileAnswer, shop: FileAnswer, builder: FileAnswer },
  run: async (ctx, { id }) => {
    const [order, company] = [await findOrder(ctx, id), await findCompany(ctx.db)];
    if (!order || !company) throw notFound('Order');
    const { name, streetAddress, city, state, zipCode } = company;
    const none = { paintColor: null, paintQuantity: null };
    return workOrderPdf({
      ...order,
      company: { name, streetAddress, city, state, zipCode },
      shop: order.shop?.name ?? null,
      builder: order.builder?.name ?? null,
      category: order.category?.name ?? null,
      siding: {
        type: order.sidingType,
        color: order.sidingColor,
        paintColor: order.sidingPaint.color,
        paintQuantity: order.sidingPaint.quantity,
      },
      roof: { type: order.roofType, color: order.roofColor, ...none },
      trim: {
        type: null,
        color: order.trimColor,
        paintColor: order.trimPaint.color,
        paintQuantity: order.trimPaint.quantity,
      },
      addOns: order.addOns.map((line) => ({
        name: line.name,
        quantity: line.quantity,
        included: line.included,
        unit: line.addOn.type,
      })),
      customAddOns: order.customAddOns.map((line) => ({ name: line.name, quantity: line.quantity })),
      notes: order.holdReason ? [`On hold: ${order.holdReason}`] : [],
      changedAt: order.updatedAt,
    });
  },
});
