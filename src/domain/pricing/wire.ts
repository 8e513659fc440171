import type { OrderFigures } from './figures.js';

/** The same structure with plain numbers. */
export type InDollars<T> = T extends number
  ? number
  : T extends readonly (infer U)[]
    ? InDollars<U>[]
    : T extends object
      ? { [K in keyof T]: InDollars<T[K]> }
      : T;

/** The figures of an order in wire units: money in dollars; fractions, square feet and null unchanged. */
export function figuresInDollars(figures: OrderFigures): InDollars<OrderFigures> {
  // Every key stays and only the leaves are scaled, which types cannot express.
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
