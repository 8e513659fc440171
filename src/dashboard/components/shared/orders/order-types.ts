import type { CaseAddOn } from '../../../../domain/pricing/case/case.js';
import type { LineFigures, OrderFigures } from '../../../../domain/pricing/order.js';
import type { Output } from '../../../lib/server/api.js';

export type View = 'shop' | 'standard' | 'company' | 'order';
type Views = Readonly<Partial<Record<View, number | null>>>;
export type FigureKey = Exclude<keyof OrderFigures, 'addOns' | 'customAddOns' | 'sqft'>;
export type LineFigureKey = keyof LineFigures;

/** The figures of a line visible to a side: dollars, and percents as fractions. */
export type LineShown = { readonly [K in LineFigureKey]?: Views };
/** The figures of an order visible to a side: dollars, and percents as fractions. */
export type FiguresShown = { readonly [K in FigureKey]?: Views | number };

/** The call that returns an order: each audience gets the fields it may see. */
type Call = 'GET /api/orders/byid/:id';
type Builders = Output<Call, 'builder'>;
type Offices = Output<Call>;
type OfficesLine = Offices['addOns'][number] & Offices['customAddOns'][number];

/** A line as the server sends it: every audience gets these fields, builders without money, shops without `pricing`. */
export type OrderLine = Readonly<
  Builders['addOns'][number] & Partial<Omit<OfficesLine, keyof Builders['addOns'][number] | LineFigureKey>>
> &
  LineShown;

/** An order as received: fields that a side may not see are absent. */
export type OrderRecord = Readonly<
  Omit<Builders, 'addOns' | 'customAddOns'> & Partial<Omit<Offices, keyof Builders | FigureKey>>
> &
  FiguresShown & { readonly addOns: readonly OrderLine[]; readonly customAddOns: readonly OrderLine[] };

export type Cost = NonNullable<OrderLine['materialCost']>;
export type Paint = OrderRecord['sidingPaint'];

export type Lookups = Output<'GET /api/lookups'>;
export type AddOnChoice = Lookups['addOns'][number];
export type AddOnType = CaseAddOn['type'];

/** The figure of a view; undefined if the side may not see it, null if it has no value. */
export function figureAt(figures: FiguresShown, key: FigureKey, view: View): number | null | undefined {
  const figure = figures[key];
  return typeof figure === 'number' ? figure : figure?.[view];
}
