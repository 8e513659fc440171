import type { AllocationFlag, CaseAddOn, SellingCost } from '../../../../domain/pricing/case/case.js';
import type { LineFigures, OrderFigures } from '../../../../domain/pricing/order.js';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import type { UnknownCost } from '../../../../domain/pricing/unknown-cost.js';
import type { OrderStatus } from '../../../../domain/kernel/order/status.js';
import type { AddOnContent, ShedContent } from '../../../../domain/orders/pricing/locked-orders.js';
import type { Output } from '../../../lib/server/api.js';

export type View = 'shop' | 'standard' | 'company' | 'order';
type Views = Readonly<Partial<Record<View, number | null>>>;
export type FigureKey = Exclude<keyof OrderFigures, 'addOns' | 'customAddOns' | 'sqft'>;
export type LineFigureKey = keyof LineFigures;

/** The figures of a line as a side may see them: dollars, fractions for the percents. */
export type LineShown = { readonly [K in LineFigureKey]?: Views };
/** The figures of an order as a side may see them: dollars, fractions for the percents. */
export type FiguresShown = { readonly [K in FigureKey]?: Views | number };

interface Named {
  readonly _id: string;
  readonly name: string;
}
export interface Cost {
  readonly shop: number | null;
  readonly standard: number | null;
}
export interface Paint {
  readonly color: string | null;
  readonly quantity: number | null;
}
export interface Alert {
  readonly _id: string;
  readonly code: string;
  readonly text: string;
  readonly accepted: boolean;
}

/** A line as it came: money is absent for builders, `pricing` for shops. */
export interface OrderLine extends LineShown {
  readonly lineNo: number;
  readonly addOn: {
    readonly _id: string | null;
    readonly type: AddOnType;
    readonly mode: AllocationFlag | null;
    readonly discount: boolean;
  };
  readonly name: string;
  readonly quantity: number;
  readonly included: boolean;
  readonly unknown: boolean;
  readonly asSold?: boolean;
  readonly retailPrice?: number;
  readonly shopPercent?: number;
  readonly extendedPrice?: number | null;
  readonly materialCost?: Cost;
  readonly laborCost?: Cost;
  readonly pricing?: AddOnContent | null;
}

/** An order as it came: what a side may not see is absent. */
export interface OrderRecord extends FiguresShown {
  readonly _id: string;
  readonly serialNumber: string;
  readonly revision: number;
  readonly status: OrderStatus;
  readonly statusSince: string;
  readonly type: 'Inventory' | 'Customer';
  readonly shop: Named | null;
  readonly shopName: string | null;
  readonly dealer: string | null;
  readonly dealerId: string | null;
  readonly salesRep: string | null;
  readonly customer: string | null;
  readonly category: Named | null;
  readonly model: string;
  readonly modelId: string | null;
  readonly width: number;
  readonly length: number;
  readonly orderNumber: string | null;
  readonly condition: string | null;
  readonly costUnknown?: readonly UnknownCost[];
  readonly dateOrdered: string;
  readonly dateFinished: string | null;
  readonly invoicedDate: string | null;
  readonly metalOrdered: boolean;
  readonly builder: Named | null;
  readonly openAlerts: number;
  readonly roofType: string | null;
  readonly roofColor: string | null;
  readonly sidingType: string | null;
  readonly sidingColor: string | null;
  readonly sidingPaint: Paint;
  readonly trimColor: string | null;
  readonly trimPaint: Paint;
  readonly holdReason: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly invoice: { readonly _id: string; readonly invoiceNumber: string; readonly status: InvoiceStatus } | null;
  readonly alerts?: readonly Alert[];
  readonly shopPercent?: number;
  readonly sellingCosts?: Readonly<Record<SellingCost, number | null>>;
  readonly adjustmentNote?: string | null;
  readonly shedSuite?: number | null;
  readonly pricing?: ShedContent | null;
  readonly addOns: readonly OrderLine[];
  readonly customAddOns: readonly OrderLine[];
}

export type Lookups = Output<'GET /api/lookups'>;
export type AddOnChoice = Lookups['addOns'][number];
export type AddOnType = CaseAddOn['type'];

/** The figure of a view; undefined where a side may not see it, null where there is none. */
export function figureAt(figures: FiguresShown, key: FigureKey, view: View): number | null | undefined {
  const figure = figures[key];
  return typeof figure === 'number' ? figure : figure?.[view];
}
