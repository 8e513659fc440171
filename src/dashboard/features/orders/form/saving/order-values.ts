import type { OrderStatus } from '../../../../../domain/kernel/order/status.js';
import { priceAsSold } from '../../../../../domain/pricing/uses/as-sold.js';
import type { SellingCost } from '../../../../../domain/pricing/case/case.js';
import { startingPercent } from '../../../../../domain/pricing/allocation.js';
import type {
  AddOnChoice,
  Cost,
  OrderLine,
  OrderRecord,
  Paint,
} from '../../../../components/shared/orders/order-types.js';
import { type SaleValues, toSaleValues } from '../fields/sale-values.js';

interface PaintValues {
  readonly color: string;
  readonly quantity: number | null;
}

/** A line as typed; `lineNo` is null for a new one, `addOn` is null for a custom one. */
export interface LineValues {
  readonly lineNo: number | null;
  readonly addOn: string | null;
  readonly name: string;
  readonly quantity: number | null;
  readonly retailPrice: number | null;
  readonly shopPercent: number | null;
  readonly materialCost: Cost;
  readonly laborCost: Cost;
}

/** The form values: names and dollars as typed; '' for an empty text or choice. */
export interface OrderValues extends SaleValues {
  readonly status: OrderStatus;
  readonly holdReason: string;
  readonly shop: string;
  readonly model: string;
  readonly type: OrderRecord['type'];
  readonly width: number | null;
  readonly length: number | null;
  readonly dealer: string;
  readonly builder: string;
  readonly metalOrdered: boolean;
  readonly customer: string;
  readonly roofType: string;
  readonly roofColor: string;
  readonly sidingType: string;
  readonly sidingColor: string;
  readonly sidingPaint: PaintValues;
  readonly trimColor: string;
  readonly trimPaint: PaintValues;
  readonly shopPercent: number | null;
  readonly basePrice: { readonly company: number | null };
  readonly adjustment: { readonly shop: number | null; readonly company: number | null };
  /** Replaces the calculated amount; null to calculate it. */
  readonly sellingCosts: Readonly<Record<SellingCost, number | null>>;
  readonly adjustmentNote: string;
  readonly addOns: readonly LineValues[];
  readonly customAddOns: readonly LineValues[];
}

/** The initial form values of an order. */
export function toValues(order: OrderRecord): OrderValues {
  const { basePrice, adjustment } = order;
  const dollars = (figure: OrderRecord['basePrice'], view: 'shop' | 'company') =>
    typeof figure === 'object' ? (figure[view] ?? null) : null;
  return {
    status: order.status,
    holdReason: order.holdReason ?? '',
    shop: order.shop?._id ?? '',
    model: order.modelId ?? '',
    type: order.type,
    width: order.width,
    length: order.length,
    dealer: order.dealerId ?? '',
    builder: order.builder?._id ?? '',
    metalOrdered: order.metalOrdered,
    customer: order.customer ?? '',
    roofType: order.roofType ?? '',
    roofColor: order.roofColor ?? '',
    sidingType: order.sidingType ?? '',
    sidingColor: order.sidingColor ?? '',
    sidingPaint: getPaint(order.sidingPaint),
    trimColor: order.trimColor ?? '',
    trimPaint: getPaint(order.trimPaint),
    shopPercent: order.shopPercent ?? null,
    basePrice: { company: dollars(basePrice, 'company') },
    adjustment: { shop: dollars(adjustment, 'shop'), company: dollars(adjustment, 'company') },
    sellingCosts: order.sellingCosts ?? calculatedCosts,
    adjustmentNote: order.adjustmentNote ?? '',
    ...toSaleValues(order),
    addOns: order.addOns.map(toLine),
    customAddOns: order.customAddOns.map(toLine),
  };
}

/** The typed values, with the order's own wherever a locked control has none. */
export function withoutGaps(values: Partial<OrderValues>, began: OrderValues): OrderValues {
  const enteredValues = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...began, ...Object.fromEntries(enteredValues) };
}

const calculatedCosts = { dealerCommission: null, salesRepCommission: null, escort: null, haul: null } as const;
const getPaint = ({ color, quantity }: Paint): PaintValues => ({ color: color ?? '', quantity });
const noCost: Cost = { shop: null, standard: null };

const toLine = (line: OrderLine): LineValues => ({
  lineNo: line.lineNo,
  addOn: line.addOn._id,
  name: line.name,
  quantity: line.quantity,
  retailPrice: line.retailPrice ?? null,
  shopPercent: line.shopPercent ?? null,
  materialCost: line.materialCost ?? noCost,
  laborCost: line.laborCost ?? noCost,
});

/** The allocation and discount flags of a catalogue add-on, as used in a pricing case. */
export const pickFlags = ({ mode, discount }: Pick<AddOnChoice, 'mode' | 'discount'>) => ({
  ...(mode ? { [mode]: true } : {}),
  discount,
});

/** A line for a catalogue add-on: quantity 0, with its price and percent. */
export const newAddOnLine = (addOn: AddOnChoice, shopAddOnPercent: number | null): LineValues => ({
  lineNo: null,
  addOn: addOn._id,
  name: addOn.name,
  quantity: 0,
  retailPrice: addOn.retailPrice,
  shopPercent: startingPercent(addOn, shopAddOnPercent),
  materialCost: noCost,
  laborCost: noCost,
});

/** A new custom line: quantity 0 and price 0. */
export const newCustomLine = (shopAddOnPercent: number | null): LineValues => ({
  lineNo: null,
  addOn: null,
  name: '',
  quantity: 0,
  retailPrice: 0,
  shopPercent: startingPercent(null, shopAddOnPercent),
  materialCost: noCost,
  laborCost: noCost,
});

/**
 * A line for an unknown line that was matched to a catalogue add-on: same quantity, at the order's price or as sold
 * (P4), or at the catalogue's price if none was given.
 */
export const replacedLine = (
  line: LineValues,
  addOn: AddOnChoice,
  shopAddOnPercent: number | null,
  { customAddOns }: Pick<OrderRecord, 'customAddOns'>,
): LineValues => {
  const storedLine = customAddOns.find(({ lineNo }) => lineNo === line.lineNo);
  const isPriced = storedLine?.priceGiven !== false || line.retailPrice !== storedLine.retailPrice;
  return {
    ...newAddOnLine(addOn, shopAddOnPercent),
    lineNo: line.lineNo,
    quantity: line.quantity,
    ...(isPriced && { retailPrice: (storedLine && priceAsSold(storedLine, addOn, line)) ?? line.retailPrice }),
  };
};
