import { allocationFlags } from '../../../../../domain/pricing/case/case.js';
import { priceAsSold } from '../../../../../domain/pricing/uses/as-sold.js';
import type {
  AllocationFlag,
  CaseAddOn,
  CaseCustomAddOn,
  PricingCase,
} from '../../../../../domain/pricing/case/case.js';
import { notPriced, type PricedCell } from '../../../../../domain/pricing/explain/cell.js';
import { type LineFigures, type OrderFigures, priceOrder } from '../../../../../domain/pricing/order.js';
import { CaseError, parseCase } from '../../../../../domain/pricing/case/validate.js';
import type { AddOnType, Lookups, OrderLine, OrderRecord } from '../../../../components/shared/orders/order-types.js';
import { pickFlags, type LineValues, type OrderValues } from '../saving/order-values.js';
import { isOneOf } from '../../../../../domain/kernel/objects.js';

/** The properties of a line that are not typed: from the order, or from the catalogue for a new line. */
export interface LineKind {
  readonly type: AddOnType;
  readonly mode: AllocationFlag | null;
  readonly discount: boolean;
  readonly unknown: boolean;
  readonly included: boolean;
  /** The amount as sold, while price and quantity are unchanged (P4); null if there is none. */
  readonly extendedPrice: number | null;
  /** Its costs are known only after a save. */
  readonly unpriced: boolean;
  readonly storedLine: OrderLine | null;
}

/**
 * The properties of a typed line. A line with a newly chosen add-on counts as new, except for the amount a feed sold it
 * for.
 */
export function getKind(order: OrderRecord, lookups: Lookups | undefined, line: LineValues): LineKind {
  const storedLine = [...order.addOns, ...order.customAddOns].find((one) => one.lineNo === line.lineNo);
  if (storedLine && storedLine.addOn._id === line.addOn) {
    const { type, mode, discount } = storedLine.addOn;
    const { unknown, included } = storedLine;
    const extendedPrice = isEdited(line, storedLine) ? null : (storedLine.extendedPrice ?? null);
    return {
      type,
      mode: isOneOf(allocationFlags, mode) ? mode : null,
      discount,
      unknown,
      included,
      extendedPrice,
      unpriced: false,
      storedLine,
    };
  }
  const addOn = lookups?.addOns.find(({ _id }) => _id === line.addOn);
  const { type = 'piece' as const, mode = null, discount = false } = addOn ?? {};
  const soldLine = storedLine && addOn && priceAsSold(storedLine, addOn, line) !== null ? storedLine : null;
  return {
    type,
    mode,
    discount,
    unknown: false,
    included: soldLine?.included ?? false,
    extendedPrice: soldLine?.totalSalePrice?.order ?? null,
    unpriced: line.addOn !== null,
    storedLine: null,
  };
}

/**
 * The pricing case for the order as typed: the snapshot from the order; prices, quantities and percents from the form.
 * The input may be invalid, which `parseCase` reports.
 */
export function caseFrom(order: OrderRecord, values: OrderValues, lookups: Lookups | undefined): PricingCase {
  const pricing = order.pricing ?? notPriced;
  return {
    ...pricing,
    dealer: getDealer(order, values, lookups),
    order: {
      type: values.type,
      width: values.width ?? NaN,
      length: values.length ?? NaN,
      retailPrice: values.basePrice.company ?? NaN,
      shopPercent: values.shopPercent ?? NaN,
      adjustment: values.adjustment,
      typedCosts: values.sellingCosts,
    },
    addOns: values.addOns.map((line) => toAddOn(line, getKind(order, lookups, line))),
    customAddOns: values.customAddOns.map((line) => toCustom(line, getKind(order, lookups, line))),
  };
}

function getDealer(order: OrderRecord, values: OrderValues, lookups: Lookups | undefined): PricingCase['dealer'] {
  const now = order.pricing?.dealer ?? null;
  if (values.dealer === (order.dealerId ?? '')) return now;
  const dealer = lookups?.dealers.find(({ _id }) => _id === values.dealer);
  return dealer ? { haulPercent: dealer.haulPercent } : null;
}

const getTyped = (line: LineValues, { extendedPrice }: LineKind) => ({
  quantity: line.quantity ?? NaN,
  retailPrice: line.retailPrice ?? NaN,
  shopPercent: line.shopPercent ?? NaN,
  extendedPrice,
});

/** P4: editing a line's price or quantity drops the amount as sold. */
const isEdited = (line: LineValues, storedLine: OrderLine): boolean =>
  line.quantity !== storedLine.quantity || line.retailPrice !== storedLine.retailPrice;

function toAddOn(line: LineValues, kind: LineKind): CaseAddOn {
  const { storedLine, type } = kind;
  const content = storedLine ? (storedLine.pricing ?? { type: 'piece' as const }) : { type, ...pickFlags(kind) };
  return { name: line.name, ...content, ...getTyped(line, kind) };
}

/** A custom line as input for pricing. */
export const toCustom = (line: LineValues, kind: LineKind): CaseCustomAddOn => ({
  name: line.name,
  unknown: kind.unknown,
  ...getTyped(line, kind),
  materialCost: line.materialCost,
  laborCost: line.laborCost,
});

/** The figures of a case; null while an input is invalid (P0). */
export function pricedOrNull(input: PricingCase): OrderFigures | null {
  try {
    return priceOrder(parseCase(input));
  } catch (error) {
    if (error instanceof CaseError) return null;
    throw error;
  }
}

/** Prices a single custom line, for sides that see no more of the order; null while it is invalid. */
export function pricedCustomLine(line: LineValues, storedLine: OrderLine | null): CustomLine | null {
  const kind: LineKind = {
    type: 'piece',
    mode: null,
    discount: false,
    unknown: false,
    included: false,
    extendedPrice: null,
    unpriced: false,
    storedLine,
  };
  const order = { type: 'Customer', width: 1, length: 1, retailPrice: 0, shopPercent: 0 } as const;
  const input = { ...notPriced, order, addOns: [], customAddOns: [toCustom(line, kind)] };
  const figures = pricedOrNull(input);
  const pricedLine = figures?.customAddOns[0];
  return figures && pricedLine ? { input, figures, shedSuite: null, line: pricedLine } : null;
}

/** An order with one custom line, and that line's figures. */
export interface CustomLine extends PricedCell {
  readonly line: LineFigures;
}
