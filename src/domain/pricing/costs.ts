import type { Cents } from '../kernel/cents.js';
import { getAllocation } from './allocation.js';
import type { PricingCase, SellingCost } from './case/case.js';
import { asCents, dollarsToCents, fraction, mulDiv, computePercent, tenThousandths } from './exact.js';
import type {
  CostFigures,
  CostViews,
  LaborFigures,
  LineFigures,
  Lines,
  MaterialFigures,
  PriceViews,
  ProfitFigures,
  RevenueFigures,
  SellingFigures,
  ShopViews,
} from './figures.js';
import { plus } from './totals.js';

/**
 * P5: the company's costs of selling and moving the building, in cents. An amount entered by the office replaces its
 * formula.
 */
export function sellingFigures(c: PricingCase, { subTotal }: RevenueFigures): SellingFigures {
  const typedCosts = c.order.typedCosts;
  const computedCosts = {
    dealerCommission: computePercent(subTotal.company, tenThousandths(c.company.dealerCommissionPercent)),
    salesRepCommission: computePercent(subTotal.company, tenThousandths(c.company.salesRepCommissionPercent)),
    escort: escort(c.company, c.order.width),
    haul: haul(c.company, c.haulBase, c.dealer?.haulPercent ?? 100),
  };
  if (!typedCosts) return computedCosts;
  const amount = (name: SellingCost): Cents =>
    typedCosts[name] == null ? computedCosts[name] : dollarsToCents(typedCosts[name]);
  return {
    dealerCommission: amount('dealerCommission'),
    salesRepCommission: amount('salesRepCommission'),
    escort: amount('escort'),
    haul: amount('haul'),
  };
}

/** P5: the escort cost of a wide load, in cents; width in feet. */
export function escort(
  company: Pick<PricingCase['company'], 'fourteenWideEscort' | 'sixteenWideEscort'>,
  width: number,
): Cents {
  if (width < 14) return asCents(0);
  return dollarsToCents(width < 16 ? company.fourteenWideEscort : company.sixteenWideEscort);
}

/** P5: the haul cost of an order, in cents: both legs and the fuel surcharge; 0 when the haul base is not set. */
export function haul(
  company: Pick<PricingCase['company'], 'shopToLotPercent' | 'lotToCustomerPercent' | 'fuelSurcharge'>,
  haulBase: number | null | undefined,
  dealerHaul: number,
): Cents {
  if (haulBase == null) return asCents(0);
  const toLot = tenThousandths(company.shopToLotPercent) * tenThousandths(dealerHaul);
  const legs = toLot + tenThousandths(company.lotToCustomerPercent) * 1e6;
  return asCents(mulDiv(dollarsToCents(haulBase), legs, 1e12) + dollarsToCents(company.fuelSurcharge));
}

interface Parts {
  lines: Lines;
  revenue: RevenueFigures;
  selling: SellingFigures;
  labor: LaborFigures;
  material: MaterialFigures;
}

/** P5: the costs of the order per view, in cents. */
export function costFigures(c: PricingCase, { lines, revenue, selling, labor, material }: Parts): CostFigures {
  const { basePrice, addOnsTotal, customAddOnsTotal, adjustment } = revenue;
  const shed = withCompany(plus(labor.shedTotalLabor, material.shedMaterialCost), basePrice.shop);
  const addOns = withCompany(
    plus(labor.addOnsTotalLabor, material.addOnsMaterialCostTotal),
    asCents(addOnsTotal.shop - passedOnToShop(c.addOns, lines.addOns)),
  );
  const custom = withCompany(
    plus(labor.customAddOnsTotalLabor, material.customAddOnsMaterialCostTotal),
    customAddOnsTotal.shop,
  );
  const overhead = overheads(c, revenue);
  const { dealerCommission, salesRepCommission, escort: escortCost, haul: haulCost } = selling;
  const all = (view: keyof CostViews, more: number): Cents =>
    asCents(shed[view] + addOns[view] + custom[view] + overhead[view] + more);
  const expenses = adjustment.shop + dealerCommission + salesRepCommission + escortCost + haulCost;
  return {
    shedTotalCost: shed,
    addOnsTotalCost: addOns,
    customAddOnsTotalCost: custom,
    overhead,
    totalCost: { shop: all('shop', 0), standard: all('standard', 0), company: all('company', expenses) },
  };
}

/** P5: the sum of the shop amounts that the company only passes on, in cents. It is not an expense of the company. */
export function passedOnToShop(lines: PricingCase['addOns'], figures: readonly LineFigures[]): Cents {
  let passedOn = 0;
  for (const [at, line] of lines.entries()) {
    if (getAllocation(line).isPassedOn) passedOn += figures[at]?.totalSalePrice.shop ?? 0;
  }
  return asCents(passedOn);
}

function overheads({ company, shop }: PricingCase, { subTotal }: RevenueFigures): CostViews {
  return {
    shop: computePercent(subTotal.shop, tenThousandths(shop.overhead ?? company.overheadPercentShop)),
    standard: computePercent(subTotal.shop, tenThousandths(company.overheadPercentShop)),
    company: computePercent(subTotal.company, tenThousandths(company.overheadPercentCompany)),
  };
}

/** P5: profits in cents, and profit percents as fractions of their revenue. */
export function profitFigures(revenue: RevenueFigures, cost: CostFigures): ProfitFigures {
  const shed = profits(revenue.basePrice, cost.shedTotalCost);
  const addOns = profits(revenue.addOnsTotal, cost.addOnsTotalCost);
  const custom = profits(revenue.customAddOnsTotal, cost.customAddOnsTotalCost);
  const all = profits(revenue.grandTotal, cost.totalCost);
  return {
    shedProfitDollars: shed.dollars,
    shedProfitPercent: shed.percent,
    addOnsProfitDollars: addOns.dollars,
    addOnsProfitPercent: addOns.percent,
    customAddOnsProfitDollars: custom.dollars,
    customAddOnsProfitPercent: custom.percent,
    profitDollars: all.dollars,
    profitPercent: all.percent,
  };
}

function profits(price: PriceViews, cost: CostViews): { dollars: CostViews; percent: CostViews<number> } {
  const shop = asCents(price.shop - cost.shop);
  const standard = asCents(price.shop - cost.standard);
  const company = asCents(price.company - cost.company);
  return {
    dollars: { shop, standard, company },
    percent: {
      shop: fraction(shop, price.shop),
      standard: fraction(standard, price.shop),
      company: fraction(company, price.company),
    },
  };
}

const withCompany = ({ shop, standard }: ShopViews, company: Cents): CostViews => ({ shop, standard, company });
