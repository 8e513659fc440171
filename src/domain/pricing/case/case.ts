import { toRecord } from '../../kernel/objects.js';
/*
 * One order with everything its price depends on, in wire units: dollars, percents (61.25 = 61.25 %), feet. A value
 * that is not set is null or absent (P0). Other fields of the objects, such as IDs and names, are ignored.
 */

type Unsettable<T> = T | null | undefined;

export const addOnTypes = ['piece', 'percent', 'sqft', 'linearFt'] as const;
export type AddOnType = (typeof addOnTypes)[number];

export const orderTypes = ['Customer', 'Inventory'] as const;
export type OrderType = (typeof orderTypes)[number];

export const rateTypes = ['percent', 'piece'] as const;
export type RateType = (typeof rateTypes)[number];

/** The flags that decide how a line's price is split, in the order they apply (P4). */
export const allocationFlags = [
  'passThrough',
  'dealerSpecific',
  'companySpecific',
  'companyDealerSplit',
  'companyDealerShopSplit',
  'companyShopSplit',
  'shopSpecific',
] as const;
export type AllocationFlag = (typeof allocationFlags)[number];
export type AllocationMode = AllocationFlag | 'default';
/** Builds an object with a value for every flag. */
export const byFlag = <T>(toValue: (flag: AllocationFlag) => T) => toRecord(allocationFlags, toValue);

/** The company's settings: percents, and dollars for escorts and the fuel surcharge. */
export interface CaseCompany {
  overheadPercentCompany: number;
  overheadPercentShop: number;
  dealerCommissionPercent: number;
  salesRepCommissionPercent: number;
  shopToLotPercent: number;
  lotToCustomerPercent: number;
  fourteenWideEscort: number;
  sixteenWideEscort: number;
  fuelSurcharge: number;
}

/** The shop's overhead percent; if not set, the company's overheadPercentShop applies. */
export interface CaseShop {
  overhead?: Unsettable<number>;
}

/** The dealer's haul percent; 100 if not set. */
export interface CaseDealer {
  haulPercent?: Unsettable<number>;
}

/** Adjustments for the shop and the company in dollars; 0 if not set. */
export interface CaseAdjustment {
  shop?: Unsettable<number>;
  company?: Unsettable<number>;
}

/** The company's costs of selling and moving one building. */
export const sellingCosts = ['dealerCommission', 'salesRepCommission', 'escort', 'haul'] as const;
export type SellingCost = (typeof sellingCosts)[number];

/** The building that is sold: size in feet, base price in dollars; shopPercent is 65 if not set. */
export interface CaseOrder {
  type: OrderType;
  width: number;
  length: number;
  retailPrice: number;
  shopPercent?: Unsettable<number>;
  adjustment?: Unsettable<CaseAdjustment>;
  /** Amounts in dollars that the office entered to replace calculated ones (P5); calculated if not set. */
  typedCosts?: Unsettable<Partial<Record<SellingCost, Unsettable<number>>>>;
}

/** Labor bases of a shed: dollars for the bases and the door, counts for trusses and paint hours. */
export interface CaseLaborValues {
  buildBase?: Unsettable<number>;
  roofBase?: Unsettable<number>;
  trussCount?: Unsettable<number>;
  paintHours?: Unsettable<number>;
  doorCost?: Unsettable<number>;
}

/** Labor bases; each value the shop has not set falls back to the standard one. */
export interface CaseLabor {
  standard?: Unsettable<CaseLaborValues>;
  shop?: Unsettable<CaseLaborValues>;
}

/** One labor rate of a base style: a percent, or dollars per unit of its base. Value and type fall back together. */
export interface CaseRate {
  value?: Unsettable<number>;
  type?: Unsettable<RateType>;
}

export interface CaseRateValues {
  build?: Unsettable<CaseRate>;
  roof?: Unsettable<CaseRate>;
  truss?: Unsettable<CaseRate>;
  paint?: Unsettable<CaseRate>;
}

/** The base style's rates; each rate the shop has not set falls back to the standard one. */
export interface CaseRates {
  standard?: Unsettable<CaseRateValues>;
  shop?: Unsettable<CaseRateValues>;
}

/** Dollars per unit of an item; the shop's falls back to the standard one. */
export interface CaseItemTotals {
  standardTotal: number;
  shopTotal?: Unsettable<number>;
}

/** An item of a component or an add-on. With replaceItem, replacementItem is the box item that it replaces. */
export interface CaseItem extends CaseItemTotals {
  quantity: number;
  replaceItem?: Unsettable<boolean>;
  replacementItem?: Unsettable<CaseItemTotals>;
}

export interface CaseComponent {
  quantity: number;
  items?: Unsettable<readonly CaseItem[]>;
}

/** Labor of an add-on: dollars per unit, or a percent of the line's price. Total and type fall back together. */
export interface CaseLineLabor {
  type?: Unsettable<AddOnType>;
  total?: Unsettable<number>;
}

/** An add-on line. retailPrice: dollars per unit, or a percent for type percent; extendedPrice: dollars as sold. */
export interface CaseAddOn extends Partial<Record<AllocationFlag, Unsettable<boolean>>> {
  name?: Unsettable<string>;
  type: AddOnType;
  quantity: number;
  retailPrice: number;
  shopPercent?: Unsettable<number>;
  extendedPrice?: Unsettable<number>;
  discount?: Unsettable<boolean>;
  nonInventory?: Unsettable<boolean>;
  standardNonInvCost?: Unsettable<number>;
  items?: Unsettable<readonly CaseItem[]>;
  labor?: Unsettable<{ standard?: Unsettable<CaseLineLabor>; shop?: Unsettable<CaseLineLabor> }>;
}

/** An entered cost in dollars for the whole line. A view that is not set uses the other's value. */
export interface CaseTypedCost {
  shop?: Unsettable<number>;
  standard?: Unsettable<number>;
}

/** A line entered by hand, priced per piece in the default mode; costs are for the whole line. */
export interface CaseCustomAddOn {
  name?: Unsettable<string>;
  /** Whether it is an add-on from a file that is not in the catalogue; its cost is unknown until one is entered. */
  unknown?: Unsettable<boolean>;
  quantity: number;
  retailPrice: number;
  shopPercent?: Unsettable<number>;
  extendedPrice?: Unsettable<number>;
  materialCost?: Unsettable<CaseTypedCost>;
  laborCost?: Unsettable<CaseTypedCost>;
}

export interface PricingCase {
  company: CaseCompany;
  shop: CaseShop;
  dealer: CaseDealer | null;
  order: CaseOrder;
  labor: CaseLabor;
  rates: CaseRates;
  components: readonly CaseComponent[];
  /** Dollars; null if not set, which means no haul cost. */
  haulBase: number | null;
  addOns: readonly CaseAddOn[];
  customAddOns: readonly CaseCustomAddOn[];
}
