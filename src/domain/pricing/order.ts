import type { PricingCase } from './case/case.js';
import { costFigures, profitFigures, sellingFigures } from './costs.js';
import { dollarsToCents, mulDiv, computePercent, tenThousandths } from './exact.js';
import type {
  CostFigures,
  LaborFigures,
  Lines,
  MaterialFigures,
  OrderFigures,
  ProfitFigures,
  RevenueFigures,
  SellingFigures,
} from './figures.js';
import { type Area, getArea, priceLines } from './lines.js';
import { DEFAULT_SHOP_PERCENT } from './percent.js';
import { laborFigures, materialFigures, revenueFigures } from './totals.js';

export type { LineFigures, OrderFigures } from './figures.js';

/**
 * All figures of an order (P2-P5), for a case that passed `parseCase` or was built from stored, checked values. Money
 * in cents, profit percents as fractions with six decimals, sqft in square feet with two.
 */
export function priceOrder(c: PricingCase): OrderFigures {
  const area = getArea(c.order);
  const price = dollarsToCents(c.order.retailPrice);
  const basePrice = {
    shop: computePercent(price, tenThousandths(c.order.shopPercent ?? DEFAULT_SHOP_PERCENT)),
    company: price,
  };
  const lines = priceLines(c, area, { order: price, shop: basePrice.shop });
  const revenue = revenueFigures(c, basePrice, lines);
  const selling = sellingFigures(c, revenue);
  const labor = laborFigures(c, lines);
  const material = materialFigures(c, lines);
  const cost = costFigures(c, { lines, revenue, selling, labor, material });
  return assemble({ labor, material, cost, profit: profitFigures(revenue, cost), revenue, selling, lines }, area);
}

interface Parts {
  labor: LaborFigures;
  material: MaterialFigures;
  cost: CostFigures;
  profit: ProfitFigures;
  revenue: RevenueFigures;
  selling: SellingFigures;
  lines: Lines;
}

/** Copies field by field, because spreading seven objects takes longer than all the arithmetic. */
function assemble({ labor, material, cost, profit, revenue, selling, lines }: Parts, area: Area): OrderFigures {
  return {
    builderLabor: labor.builderLabor,
    roofLabor: labor.roofLabor,
    trussLabor: labor.trussLabor,
    doorLabor: labor.doorLabor,
    paintLabor: labor.paintLabor,
    shedTotalLabor: labor.shedTotalLabor,
    addOnsTotalLabor: labor.addOnsTotalLabor,
    customAddOnsTotalLabor: labor.customAddOnsTotalLabor,
    totalLabor: labor.totalLabor,
    shedMaterialCost: material.shedMaterialCost,
    addOnsMaterialCostTotal: material.addOnsMaterialCostTotal,
    customAddOnsMaterialCostTotal: material.customAddOnsMaterialCostTotal,
    totalMaterialCost: material.totalMaterialCost,
    shedTotalCost: cost.shedTotalCost,
    addOnsTotalCost: cost.addOnsTotalCost,
    customAddOnsTotalCost: cost.customAddOnsTotalCost,
    overhead: cost.overhead,
    totalCost: cost.totalCost,
    shedProfitDollars: profit.shedProfitDollars,
    shedProfitPercent: profit.shedProfitPercent,
    addOnsProfitDollars: profit.addOnsProfitDollars,
    addOnsProfitPercent: profit.addOnsProfitPercent,
    customAddOnsProfitDollars: profit.customAddOnsProfitDollars,
    customAddOnsProfitPercent: profit.customAddOnsProfitPercent,
    profitDollars: profit.profitDollars,
    profitPercent: profit.profitPercent,
    basePrice: revenue.basePrice,
    addOnsTotal: revenue.addOnsTotal,
    customAddOnsTotal: revenue.customAddOnsTotal,
    subTotal: revenue.subTotal,
    adjustment: revenue.adjustment,
    grandTotal: revenue.grandTotal,
    dealerCommission: selling.dealerCommission,
    salesRepCommission: selling.salesRepCommission,
    escort: selling.escort,
    haul: selling.haul,
    sqft: mulDiv(area.n, 100, area.d) / 100,
    addOns: lines.addOns,
    customAddOns: lines.customAddOns,
  };
}
