import type { z } from 'zod';
import { toDollars } from '../../kernel/cents.js';
import type { Audience } from '../../kernel/rights/roles.js';
import type { PricingCase } from '../../pricing/case/case.js';
import type { KnownCase, KnownFigures } from '../../pricing/explain/explain.js';
import type { PricedCell } from '../../pricing/explain/cell.js';
import { type LineFigures, type OrderFigures, priceOrder } from '../../pricing/order.js';
import type { PricedOrder } from './explain-query.js';
import { shopFigures, shopLineFigures } from './figure-schema.js';
import { toCase } from './case.js';

/** A stored order with the inputs of its figures that an audience may see. */
export function pricedFor(audience: Audience, order: PricedOrder): PricedCell {
  const input = namedCase(order);
  const figures = priceOrder(input);
  const { shedSuiteTotal } = order;
  if (audience === 'office')
    return { input, figures, shedSuite: shedSuiteTotal === null ? null : toDollars(shedSuiteTotal) };
  return { input: knownToShop(input), figures: figuresOfShop(figures), shedSuite: null };
}

/** The pricing case of an order, with its lines' names. */
function namedCase(order: PricedOrder): PricingCase {
  const input = toCase(order);
  const names = (kind: 'addOn' | 'custom') => order.lines.filter((line) => line.kind === kind).map(({ name }) => name);
  const [addOns, custom] = [names('addOn'), names('custom')];
  return {
    ...input,
    addOns: input.addOns.map((line, at) => ({ ...line, name: addOns[at] })),
    customAddOns: input.customAddOns.map((line, at) => ({ ...line, name: custom[at] })),
  };
}

/**
 * The part of a case that a shop may see: its values, the standard values they are compared with, and the shop's view
 * of the lines. Excludes the company's settings, the retail base price, the company's adjustment, the dealer and the
 * haul.
 */
export function knownToShop({ shop, order, labor, rates, components, addOns, customAddOns }: PricingCase): KnownCase {
  const { type, width, length, shopPercent, adjustment } = order;
  return {
    company: {},
    shop: { overhead: shop.overhead },
    order: { type, width, length, shopPercent, adjustment: { shop: adjustment?.shop } },
    labor,
    rates,
    components,
    addOns,
    customAddOns,
  };
}

/** The figures of an order that a shop may see. */
export function figuresOfShop(figures: OrderFigures): KnownFigures {
  const lines = (list: readonly LineFigures[]) => list.map((line) => pick(line, shopLineFigures));
  return {
    ...pick(figures, shopFigures),
    sqft: figures.sqft,
    addOns: lines(figures.addOns),
    customAddOns: lines(figures.customAddOns),
  };
}

type Shape = Readonly<Record<string, z.ZodObject>>;

/** Picks the groups in a shape, each with the views in the shape. */
const pick = <S extends Shape>(figures: Readonly<Record<keyof S, object>>, shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, group]) => {
      const views = Object.entries(figures[key as keyof S]).filter(([view]) => Object.hasOwn(group.shape, view)); // these are the shape's own keys
      return [key, Object.fromEntries(views)];
    }),
  ) as Record<keyof S, object>; // each group of the shape has one
