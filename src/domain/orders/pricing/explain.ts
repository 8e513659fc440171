import type { z } from 'zod';
import { toDollars } from '../../kernel/cents.js';
import type { Audience } from '../../kernel/rights/roles.js';
import type { PricingCase } from '../../pricing/case/case.js';
import type { KnownCase, KnownFigures } from '../../pricing/explain/explain.js';
import type { Priced } from '../../pricing/explain/cell.js';
import { type LineFigures, type OrderFigures, priceOrder } from '../../pricing/order.js';
import type { PricedOrder } from './explain-query.js';
import { shopFigures, shopLineFigures } from './figure-schema.js';
import { caseOf } from './case.js';
import type { StoredOrder } from './locked-orders.js';

/** A stored order with what an audience may know of how its figures came about. */
export function pricedFor(audience: Audience, order: PricedOrder): Priced {
  const input = namedCase(order);
  const figures = priceOrder(input);
  const { shedSuiteTotal } = order;
  if (audience === 'office')
    return { input, figures, shedSuite: shedSuiteTotal === null ? null : toDollars(shedSuiteTotal) };
  return { input: knownToShop(input), figures: figuresOfShop(figures), shedSuite: null };
}

/** The case of an order, its lines with the names the order has for them. */
function namedCase(order: PricedOrder): PricingCase {
  const input = caseOf(order as StoredOrder); // the parts it reads
  const names = (kind: 'addOn' | 'custom') => order.lines.filter((line) => line.kind === kind).map(({ name }) => name);
  const [addOns, custom] = [names('addOn'), names('custom')];
  return {
    ...input,
    addOns: input.addOns.map((line, at) => ({ ...line, name: addOns[at] })),
    customAddOns: input.customAddOns.map((line, at) => ({ ...line, name: custom[at] })),
  };
}

/**
 * What a shop may know of a case: its own values and the standard ones it is measured by, and the lines as it sees them.
 * Not the company's settings, the retail base price, the company's adjustment, the dealer or the haul.
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

/** The figures that an order has for a shop, and no others. */
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

/** The groups that a shape names, each with the views that it names. */
const pick = <S extends Shape>(figures: Readonly<Record<keyof S, object>>, shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([key, group]) => {
      const views = Object.entries(figures[key as keyof S]).filter(([view]) => Object.hasOwn(group.shape, view)); // the shape's own keys
      return [key, Object.fromEntries(views)];
    }),
  ) as Record<keyof S, object>; // one for each group of the shape
