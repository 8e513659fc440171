import type { Cents } from '../kernel/cents.js';
import type { PricingCase } from './case/case.js';
import { asCents, dollarsToCents } from './exact.js';
import type {
  LaborFigures,
  LaborViews,
  LineFigures,
  Lines,
  MaterialFigures,
  PriceViews,
  RevenueFigures,
  SaleViews,
  ShopViews,
} from './figures.js';
import { computeShedLabor } from './labor.js';
import { boxMaterial } from './material.js';

/** P5: prices and their totals in cents, from the base price and the priced lines. */
export function revenueFigures(c: PricingCase, basePrice: PriceViews, { addOns, customAddOns }: Lines): RevenueFigures {
  const addOnsTotal = sales(addOns);
  const customAddOnsTotal = sales(customAddOns);
  const subTotal = {
    shop: asCents(basePrice.shop + addOnsTotal.shop + customAddOnsTotal.shop),
    company: asCents(basePrice.company + addOnsTotal.company + customAddOnsTotal.company),
    order: asCents(basePrice.company + addOnsTotal.order + customAddOnsTotal.order),
  };
  const adjustment = {
    shop: dollarsToCents(c.order.adjustment?.shop),
    company: dollarsToCents(c.order.adjustment?.company),
  };
  const grandTotal = {
    shop: asCents(subTotal.shop + adjustment.shop),
    company: asCents(subTotal.company + adjustment.company),
    order: subTotal.order,
  };
  return { basePrice, addOnsTotal, customAddOnsTotal, subTotal, adjustment, grandTotal };
}

/** P5: labor of the shed (P2) and of the lines, in cents. */
export function laborFigures(c: PricingCase, { addOns, customAddOns }: Lines): LaborFigures {
  const shop = computeShedLabor(c, 'shop');
  const standard = computeShedLabor(c, 'standard');
  const shedTotalLabor = noCompany(shop.total, standard.total);
  const addOnsTotalLabor = total(addOns, 'totalLaborCost');
  const customAddOnsTotalLabor = total(customAddOns, 'totalLaborCost');
  return {
    builderLabor: noCompany(shop.builder, standard.builder),
    roofLabor: noCompany(shop.roof, standard.roof),
    trussLabor: noCompany(shop.truss, standard.truss),
    doorLabor: noCompany(shop.door, standard.door),
    paintLabor: noCompany(shop.paint, standard.paint),
    shedTotalLabor,
    addOnsTotalLabor,
    customAddOnsTotalLabor,
    totalLabor: plus(shedTotalLabor, addOnsTotalLabor, customAddOnsTotalLabor),
  };
}

/** P5: material of the box (P3) and of the lines, in cents. */
export function materialFigures(c: PricingCase, { addOns, customAddOns }: Lines): MaterialFigures {
  const shedMaterialCost = noCompany(boxMaterial(c.components, 'shop'), boxMaterial(c.components, 'standard'));
  const addOnsMaterialCostTotal = total(addOns, 'totalMaterialCost');
  const customAddOnsMaterialCostTotal = total(customAddOns, 'totalMaterialCost');
  return {
    shedMaterialCost,
    addOnsMaterialCostTotal,
    customAddOnsMaterialCostTotal,
    totalMaterialCost: plus(shedMaterialCost, addOnsMaterialCostTotal, customAddOnsMaterialCostTotal),
  };
}

function sales(lines: readonly LineFigures[]): SaleViews {
  const sum = { shop: 0, company: 0, order: 0 };
  for (const { totalSalePrice } of lines) {
    sum.shop += totalSalePrice.shop;
    sum.company += totalSalePrice.company;
    sum.order += totalSalePrice.order;
  }
  return { shop: asCents(sum.shop), company: asCents(sum.company), order: asCents(sum.order) };
}

function total(lines: readonly LineFigures[], key: 'totalLaborCost' | 'totalMaterialCost'): LaborViews {
  let shop = 0;
  let standard = 0;
  for (const line of lines) {
    shop += line[key].shop;
    standard += line[key].standard;
  }
  return noCompany(asCents(shop), asCents(standard));
}

/** The sum of two or three pairs of views; there is no company view. */
export const plus = (a: ShopViews, b: ShopViews, c: ShopViews = none): LaborViews =>
  noCompany(asCents(a.shop + b.shop + c.shop), asCents(a.standard + b.standard + c.standard));

const noCompany = (shop: Cents, standard: Cents): LaborViews => ({ shop, standard, company: null });

const none: ShopViews = { shop: asCents(0), standard: asCents(0) };
