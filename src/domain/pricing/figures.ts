import type { Cents } from '../kernel/cents.js';

/** An amount in two views: with the shop's own values and with the company's standard values. */
export interface ShopViews<T = Cents> {
  shop: T;
  standard: T;
}

/** A cost that has no company view: labor and material. */
export interface LaborViews extends ShopViews {
  company: null;
}

/** A figure in all three views of cost and profit. */
export interface CostViews<T = Cents> extends ShopViews<T> {
  company: T;
}

/** A price: the shop's amount and the company's revenue. */
export interface PriceViews {
  shop: Cents;
  company: Cents;
}

/** A price that also has the amount the customer pays. */
export interface SaleViews extends PriceViews {
  order: Cents;
}

/** The figures of one line (P4). */
export interface LineFigures {
  totalSalePrice: SaleViews;
  totalMaterialCost: ShopViews;
  totalLaborCost: ShopViews;
  totalCost: ShopViews;
  profit: ShopViews;
  /** As fractions. */
  profitPercent: ShopViews<number>;
}

/** The priced lines of an order, in input order. */
export interface Lines {
  addOns: LineFigures[];
  customAddOns: LineFigures[];
}

export interface LaborFigures {
  builderLabor: LaborViews;
  roofLabor: LaborViews;
  trussLabor: LaborViews;
  doorLabor: LaborViews;
  paintLabor: LaborViews;
  shedTotalLabor: LaborViews;
  addOnsTotalLabor: LaborViews;
  customAddOnsTotalLabor: LaborViews;
  totalLabor: LaborViews;
}

export interface MaterialFigures {
  shedMaterialCost: LaborViews;
  addOnsMaterialCostTotal: LaborViews;
  customAddOnsMaterialCostTotal: LaborViews;
  totalMaterialCost: LaborViews;
}

export interface CostFigures {
  shedTotalCost: CostViews;
  addOnsTotalCost: CostViews;
  customAddOnsTotalCost: CostViews;
  overhead: CostViews;
  totalCost: CostViews;
}

/** Profits in cents, profit percents as fractions. */
export interface ProfitFigures {
  shedProfitDollars: CostViews;
  shedProfitPercent: CostViews<number>;
  addOnsProfitDollars: CostViews;
  addOnsProfitPercent: CostViews<number>;
  customAddOnsProfitDollars: CostViews;
  customAddOnsProfitPercent: CostViews<number>;
  profitDollars: CostViews;
  profitPercent: CostViews<number>;
}

export interface RevenueFigures {
  basePrice: PriceViews;
  addOnsTotal: SaleViews;
  customAddOnsTotal: SaleViews;
  subTotal: SaleViews;
  adjustment: PriceViews;
  grandTotal: SaleViews;
}

export interface SellingFigures {
  dealerCommission: Cents;
  salesRepCommission: Cents;
  escort: Cents;
  haul: Cents;
}

/** All figures of an order (P2-P5): money in cents, percents as fractions, sqft in square feet. */
export interface OrderFigures
  extends LaborFigures, MaterialFigures, CostFigures, ProfitFigures, RevenueFigures, SellingFigures, Lines {
  sqft: number;
}
