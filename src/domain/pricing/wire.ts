import type { OrderFigures } from './figures.js';

/** The same nesting with plain numbers. */
export type InDollars<T> = T extends number
  ? number
  : T extends readonly (infer U)[]
    ? InDollars<U>[]
    : T extends object
      ? { [K in keyof T]: InDollars<T[K]> }
      : T;

/** Figures of an order as they go out: dollars, fractions and square feet as they are; null stays null. */
export function figuresInDollars(figures: OrderFigures): InDollars<OrderFigures> {
  // The walk keeps every key and only scales the leaves, which the types cannot see.
  return inDollars(figures, false) as InDollars<OrderFigures>;
}

function inDollars(value: unknown, keep: boolean): unknown {
  if (typeof value === 'number') return keep ? value : value / 100;
  if (Array.isArray(value)) return value.map((item) => inDollars(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      inDollars(part, keep || key === 'sqft' || key.endsWith('Percent')),
    ]),
  );
}
