import { findCompany } from '../../company/company/queries.js';
import { FileAnswer } from '../../files/file.js';
import { workOrderPdf } from './work-order-document.js';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { findOrder } from './detail-query.js';
import { ById } from '../schema.js';

interface Shown {
  readonly serialNumber: string;
  readonly status: string;
  readonly type: string;
  readonly model: string;
  readonly width: number;
  readonly length: number;
  readonly dateOrdered: string;
  readonly shop: { readonly name: string } | null;
  readonly builder: { readonly name: string } | null;
  readonly category: { readonly name: string } | null;
  readonly dealer: string | null;
  readonly customer: string | null;
  readonly condition: string | null;
  readonly sidingType: string | null;
  readonly sidingColor: string | null;
  readonly sidingPaint: { readonly color: string | null; readonly quantity: number | null };
  readonly roofType: string | null;
  readonly roofColor: string | null;
  readonly trimColor: string | null;
  readonly trimPaint: { readonly color: string | null; readonly quantity: number | null };
  readonly holdReason: string | null;
  readonly updatedAt: string;
  readonly addOns: readonly { name: string; quantity: number; included: boolean; addOn: { type: string } }[];
  readonly customAddOns: readonly { name: string; quantity: number }[];
}

export const downloadWorkOrder = service({
  summary: "An order's work order for its builder as a PDF, without money",
  permission: 'orders.read',
  effect: 'read',
  input: ById,
  output: { office: FileAnswer, shop: FileAnswer, builder: FileAnswer },
  run: async (ctx, { id }) => {
    const [found, company] = [await findOrder(ctx, id), await findCompany(ctx.db)];
    if (!found || !company) throw notFound('Order');
    const order = found as unknown as Shown; // the columns findOrder selects
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
