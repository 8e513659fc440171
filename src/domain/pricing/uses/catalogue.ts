import type { Cents } from '../../kernel/cents.js';
import { getAllocation, defaultLinePercent } from '../allocation.js';
import type { CaseAddOn, PricingCase } from '../case/case.js';
import { asCents, dollarsToCents, fraction, mulDiv, computePercent, tenThousandths } from '../exact.js';
import type { LineFigures } from '../figures.js';
import { computeShedLabor, type View } from '../labor.js';
import { getArea, lineLabor, priceLines } from '../lines.js';
import { boxMaterial, unitMaterial } from '../material.js';

export { componentCost } from '../material.js';

/**
 * The box of a shed for one shop and one order type: amounts in cents, a percent, and the profit percent as a fraction
 * (P6).
 */
export interface ShedBox {
  shopsRetailPercent: number;
  shopsRetailPrice: Cents;
  shopOverhead: Cents;
  materialCost: Cents;
  labor: Cents;
  boxTotalCost: Cents;
  boxGrossProfit: Cents;
  boxGrossProfitPercent: number;
}

/** The sum of a shed's standard add-ons, in cents (P6). */
export interface StandardAddOns {
  shopAmount: Cents;
  cost: Cents;
  grossProfit: Cents;
  grossProfitPercent: number;
}

/** One unit of an add-on: dollars with four decimals, the percent as a fraction (P6). */
export interface AddOnUnit {
  shopPrice: number;
  material: number;
  labor: number;
  cost: number;
  grossProfit: number;
  grossProfitPercent: number;
}

/**
 * P6: the figures of a shed's box from its costs in cents. retailPrice in dollars; shopPercent by P1; overhead in
 * percent (the company's overheadPercentShop for standard figures, the shop's own for the shop's figures).
 */
export function boxFigures(box: {
  retailPrice: number;
  shopPercent: number;
  overhead: number;
  materialCost: Cents;
  labor: Cents;
}): ShedBox {
  const { shopPercent, materialCost, labor } = box;
  const shopsRetailPrice = computePercent(dollarsToCents(box.retailPrice), tenThousandths(shopPercent));
  const shopOverhead = computePercent(shopsRetailPrice, tenThousandths(box.overhead));
  const boxTotalCost = asCents(materialCost + labor + shopOverhead);
  const boxGrossProfit = asCents(shopsRetailPrice - boxTotalCost);
  return {
    shopsRetailPercent: shopPercent,
    shopsRetailPrice,
    shopOverhead,
    materialCost,
    labor,
    boxTotalCost,
    boxGrossProfit,
    boxGrossProfitPercent: fraction(boxGrossProfit, shopsRetailPrice),
  };
}

/** P6: the figures of a shed's box in one view, from its components, labor and rates; units as in `boxFigures`. */
export const shedBox = (
  shed: Pick<PricingCase, 'components' | 'labor' | 'rates'> & {
    retailPrice: number;
    shopPercent: number;
    overhead: number;
  },
  view: View,
): ShedBox =>
  boxFigures({ ...shed, materialCost: boxMaterial(shed.components, view), labor: computeShedLabor(shed, view).total });

/** P6: a shed's standard add-ons, priced as its lines (P4) in one view; size in feet, price in dollars. */
export function standardAddOns(
  shed: { width: number; length: number; retailPrice: number; shopPercent: number },
  addOns: readonly CaseAddOn[],
  view: View,
): StandardAddOns {
  const order = dollarsToCents(shed.retailPrice);
  const base = { order, shop: computePercent(order, tenThousandths(shed.shopPercent)) };
  const lines = priceLines({ addOns, customAddOns: [] }, getArea(shed), base).addOns;
  const total = (of: (line: LineFigures) => number): Cents => asCents(lines.reduce((all, line) => all + of(line), 0));
  const shopAmount = total((line) => line.totalSalePrice.shop);
  const cost = total((line) => line.totalCost[view]);
  const grossProfit = asCents(shopAmount - cost);
  return { shopAmount, cost, grossProfit, grossProfitPercent: fraction(grossProfit, shopAmount) };
}

/** P6: totalStandardGrossProfit of box and standard add-ons, in cents and as a fraction of their prices. */
export function shedGrossProfit(box: ShedBox, addOns: StandardAddOns): { grossProfit: Cents; percent: number } {
  const grossProfit = asCents(box.boxGrossProfit + addOns.grossProfit);
  return { grossProfit, percent: fraction(grossProfit, box.shopsRetailPrice + addOns.shopAmount) };
}

/** P6: one unit of an add-on in a list, in one view; null for a percent-type add-on, which has no unit figures. */
export function addOnUnit(addOn: Omit<CaseAddOn, 'quantity'>, view: View): AddOnUnit | null {
  if (addOn.type === 'percent') return null;
  const retail = tenThousandths(addOn.retailPrice);
  const percent = tenThousandths(addOn.shopPercent ?? defaultLinePercent(addOn));
  const price = getAllocation(addOn).shop.of(addOn.discount ? -Math.abs(retail) : retail, percent);
  const material = addOn.discount ? 0 : unitMaterial(addOn, view);
  const labor = addOn.discount ? 0 : unitLabor(addOn, retail, view);
  const profit = addOn.discount ? 0 : price - material - labor;
  return {
    shopPrice: price / 1e4,
    material: material / 1e4,
    labor: labor / 1e4,
    cost: (material + labor) / 1e4,
    grossProfit: profit / 1e4,
    grossProfitPercent: fraction(profit, price),
  };
}

function unitLabor(addOn: Pick<CaseAddOn, 'labor'>, retail: number, view: View): number {
  const { type, total } = lineLabor(addOn, view);
  return type === 'percent' ? mulDiv(Math.abs(retail), tenThousandths(total), 1e6) : tenThousandths(total);
}
