import type { Cents } from '../kernel/cents.js';
import { getAllocation, defaultLinePercent, share } from './allocation.js';
import type { CaseAddOn, CaseCustomAddOn, CaseTypedCost } from './case/case.js';
import { asCents, dollarsToCents, fraction, mulDiv3, computePercent, tenThousandths } from './exact.js';
import type { LineFigures, Lines, SaleViews, ShopViews } from './figures.js';
import type { View } from './labor.js';
import { unitMaterial } from './material.js';

/** Square feet as an exact fraction `n / d`; d is a power of ten. */
export interface Area {
  readonly n: number;
  readonly d: number;
}

/** The totals in cents that percent-type lines are a percent of: before any percent-type line (P4). */
export interface Bases {
  order: number;
  shop: number;
}

/** Width × length in feet, exactly. */
export function getArea({ width, length }: { width: number; length: number }): Area {
  const exact = tenThousandths(width) * tenThousandths(length);
  if (exact % 1e8 === 0) return { n: exact / 1e8, d: 1 };
  return { n: exact, d: 1e8 };
}

/**
 * P4: prices and costs of an order's lines, in input order. `base` is the base price in cents, as the customer and as
 * the shop see it.
 */
export function priceLines(
  { addOns, customAddOns }: { addOns: readonly CaseAddOn[]; customAddOns: readonly CaseCustomAddOn[] },
  area: Area,
  base: Bases,
): Lines {
  const bases = { ...base };
  const addTo = ({ order, shop }: SaleViews): void => {
    bases.order += order;
    bases.shop += shop;
  };
  const custom = customAddOns.map(priceCustomAddOn);
  for (const line of custom) addTo(line.totalSalePrice);
  const flat = addOns.map((line) => (line.type === 'percent' ? null : flatSale(line, area)));
  for (const sale of flat) if (sale) addTo(sale);
  return {
    addOns: addOns.map((line, at) => addOnFigures(line, flat[at] ?? percentSale(line, bases), area)),
    customAddOns: custom,
  };
}

/** P4: the sale amounts of a line that is not percent-type, in cents. */
export function flatSale(line: CaseAddOn, area: Area): SaleViews {
  const units = line.type === 'sqft' ? area : one;
  return allocate(line, applySign(line, extendedPrice(line) ?? extend(line.retailPrice, line.quantity, units)));
}

/** P4: costs and profit of a line sold at `sale`; a discount line has none. */
export function addOnFigures(line: CaseAddOn, sale: SaleViews, area: Area): LineFigures {
  if (line.discount) return discountFigures(sale);
  const units = line.type === 'sqft' ? area : one;
  return lineFigures(
    sale,
    { shop: getMaterial(line, units, 'shop'), standard: getMaterial(line, units, 'standard') },
    { shop: getLabor(line, sale.order, area, 'shop'), standard: getLabor(line, sale.order, area, 'standard') },
  );
}

const one: Area = { n: 1, d: 1 };

function percentSale(line: CaseAddOn, bases: Bases): SaleViews {
  const rate = tenThousandths(line.retailPrice);
  const quantity = tenThousandths(line.quantity);
  const salePrice = extendedPrice(line);
  if (salePrice !== null) return allocate(line, applySign(line, salePrice));
  const of = (base: number): Cents => applySign(line, asCents(mulDiv3(rate, quantity, base, 1e10)));
  return allocate(line, of(bases.order), of(bases.shop));
}

function priceCustomAddOn(line: CaseCustomAddOn): LineFigures {
  const price = extendedPrice(line) ?? extend(line.retailPrice, line.quantity, one);
  const percent = tenThousandths(line.shopPercent ?? defaultLinePercent({}));
  const sale = { shop: computePercent(price, percent), company: price, order: price };
  return lineFigures(sale, typedCost(line.materialCost), typedCost(line.laborCost));
}

const extendedPrice = (line: Pick<CaseAddOn, 'extendedPrice'>): Cents | null =>
  line.extendedPrice == null ? null : dollarsToCents(line.extendedPrice);

const extend = (price: number, quantity: number, units: Area): Cents =>
  asCents(mulDiv3(tenThousandths(price), tenThousandths(quantity), units.n, 1e6 * units.d));

/** A discount is always subtracted, whatever sign was entered. */
const applySign = (line: CaseAddOn, amount: Cents): Cents => (line.discount ? asCents(0 - Math.abs(amount)) : amount);

/** P4: splits a price, in cents; `ofShop` replaces the shop's share if given. */
function allocate(line: CaseAddOn, order: Cents, ofShop: Cents | null = null): SaleViews {
  const { company, shop } = getAllocation(line);
  const percent = tenThousandths(line.shopPercent ?? defaultLinePercent(line));
  return {
    shop: ofShop !== null && shop === share ? ofShop : asCents(shop.of(order, percent)),
    company: asCents(company.of(order, percent)),
    order,
  };
}

const nothing = asCents(0);

const getMaterial = (line: CaseAddOn, units: Area, view: View): Cents =>
  asCents(mulDiv3(unitMaterial(line, view), tenThousandths(line.quantity), units.n, 1e6 * units.d));

/** The labor used in a view; total and type fall back together. */
export function lineLabor({ labor }: Pick<CaseAddOn, 'labor'>, view: View): { type: string; total: number } {
  const laborPart = view === 'shop' && labor?.shop?.total != null ? labor.shop : labor?.standard;
  return { type: laborPart?.type ?? 'piece', total: laborPart?.total ?? 0 };
}

function getLabor(line: CaseAddOn, price: Cents, area: Area, view: View): Cents {
  const { type, total } = lineLabor(line, view);
  if (type === 'percent') return computePercent(Math.abs(price), tenThousandths(total));
  return extend(total, line.quantity, type === 'sqft' ? area : one);
}

function typedCost(cost: CaseTypedCost | null | undefined): ShopViews {
  return {
    shop: dollarsToCents(cost?.shop ?? cost?.standard),
    standard: dollarsToCents(cost?.standard ?? cost?.shop),
  };
}

function lineFigures(sale: SaleViews, material: ShopViews, labor: ShopViews): LineFigures {
  const cost = { shop: asCents(material.shop + labor.shop), standard: asCents(material.standard + labor.standard) };
  const profit = { shop: asCents(sale.shop - cost.shop), standard: asCents(sale.shop - cost.standard) };
  const profitPercent = { shop: fraction(profit.shop, sale.shop), standard: fraction(profit.standard, sale.shop) };
  return {
    totalSalePrice: sale,
    totalMaterialCost: material,
    totalLaborCost: labor,
    totalCost: cost,
    profit,
    profitPercent,
  };
}

const discountFigures = (sale: SaleViews): LineFigures => ({
  totalSalePrice: sale,
  totalMaterialCost: { shop: nothing, standard: nothing },
  totalLaborCost: { shop: nothing, standard: nothing },
  totalCost: { shop: nothing, standard: nothing },
  profit: { shop: nothing, standard: nothing },
  profitPercent: { shop: 0, standard: 0 },
});
