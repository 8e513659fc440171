import { z } from 'zod';
import { readLogoImage } from '../../company/company/logo.js';
import { findCompany } from '../../company/company/queries.js';
import { FileAnswer } from '../../files/file.js';
import { audience, type ActorCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { findOrder } from './detail-query.js';
import type { DeliveryAddress } from '../sale-facts.js';
import { OrderById } from '../schema.js';
import { workOrderPdf, workOrdersPdf, type WorkOrderDocument } from './work-order-document.js';
import { Id } from '../../kernel/records/fields.js';

const look = {
  permission: 'orders.read',
  effect: 'read',
  output: { office: FileAnswer, shop: FileAnswer, builder: FileAnswer },
} as const;

export const downloadWorkOrder = service({
  ...look,
  summary: "Download the work order for an order's builder as a PDF, without prices",
  input: OrderById,
  run: async (ctx, { id }) => workOrderPdf(await readWorkOrder(ctx, id)),
});

const MOST = 100;

const Ids = z
  .array(Id)
  .min(1, 'must have at least 1 order')
  .max(MOST, `must have at most ${MOST} orders`)
  .transform((ids) => [...new Set(ids)]);

export const downloadWorkOrders = service({
  ...look,
  summary: `Download the work orders of up to ${MOST} orders in one PDF, in the given order, without prices`,
  input: z.object({ ids: Ids }),
  run: async (ctx, { ids }) => {
    const orders: WorkOrderDocument[] = [];
    for (const id of ids) orders.push(await readWorkOrder(ctx, id));
    return workOrdersPdf(orders, ctx.signal);
  },
});

/** Throws `not-found` for an order that does not exist or that the actor may not see. */
async function readWorkOrder(ctx: ActorCtx, id: string): Promise<WorkOrderDocument> {
  const [order, company] = [await findOrder(ctx, id), await findCompany(ctx.db)];
  if (!order || !company) throw notFound('Order');
  const { name, streetAddress, city, state, zipCode } = company;
  const none = { paintColor: null, paintQuantity: null };
  return {
    ...order,
    paper: company.paperSize,
    logo: await readLogoImage(ctx.db),
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
    deliverTo: audience(ctx.actor) === 'builder' ? null : formatAddress(order.deliveryAddress),
    notes: order.holdReason ? [`On hold: ${order.holdReason}`] : [],
    changedAt: order.updatedAt,
  };
}

/** `610 Oak Rd, Springfield, MO 65000`; null without an address. */
function formatAddress({ lineOne, lineTwo, city, state, zip }: DeliveryAddress): string | null {
  const region = [state, zip].filter(Boolean).join(' ');
  return [lineOne, lineTwo, city, region].filter(Boolean).join(', ') || null;
}
