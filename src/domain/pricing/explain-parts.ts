import { formatCents, formatDollars, formatFraction } from '../cents.js';
import type { PricingCase } from './case.js';
import type { OrderFigures } from './figures.js';

/** What a figure is, the rule it follows, and the values that went into it, ready to show. */
export interface Explanation {
  title: string;
  rule: 'P2' | 'P3' | 'P4' | 'P5';
  formula: string;
  inputs: { label: string; value: string }[];
  result: string;
}

export type Input = Explanation['inputs'][number];

/** The figure that is asked for: one view of it, empty for a figure without views. */
export interface Spot {
  c: PricingCase;
  f: OrderFigures;
  view: string;
}

/** How the figures of one name are explained, in every view. */
export interface Entry<S> {
  title: string;
  rule: Explanation['rule'];
  formula: string | ((spot: S) => string);
  inputs: (spot: S) => Input[];
  /** How the figure is shown; as money when not given. */
  show?: (value: number, spot: S) => string;
}

/** The explanation of a value by its entry; null where there is no such figure. */
export function explained<S extends { view: string }>(
  entry: Entry<S> | undefined,
  spot: S,
  value: unknown,
): Explanation | null {
  if (!entry || typeof value !== 'number') return null;
  return {
    title: spot.view ? `${entry.title} (${spot.view})` : entry.title,
    rule: entry.rule,
    formula: typeof entry.formula === 'string' ? entry.formula : entry.formula(spot),
    inputs: entry.inputs(spot),
    result: (entry.show ?? formatCents)(value, spot),
  };
}

/** The view of a price that a cost or profit view is measured against: the shop's for shop and standard. */
export const priceView = (view: string): 'shop' | 'company' => (view === 'company' ? 'company' : 'shop');

export const money = (label: string, amount: number): Input => ({ label, value: formatCents(amount) });

export const dollars = (label: string, amount: number | null | undefined): Input => ({
  label,
  value: amount == null ? '—' : formatUnitPrice(amount),
});

export const percent = (label: string, value: number | null | undefined): Input => ({
  label,
  value: value == null ? '—' : `${value}%`,
});

export const count = (label: string, value: number | null | undefined, unit = ''): Input => ({
  label,
  value: value == null ? '—' : `${value}${unit}`,
});

/** A profit percent; a dash where the revenue is negative (P5). */
export const showPercent = (fraction: number, revenue: number): string =>
  revenue < 0 ? '—' : formatFraction(fraction);

const fourDecimals = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

/** Dollars with the decimals they have, two at least. */
const formatUnitPrice = (amount: number): string =>
  Number.isInteger(Math.round(amount * 1e4) / 100) ? formatDollars(amount) : fourDecimals.format(amount);
