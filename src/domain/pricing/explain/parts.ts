import { formatCents, formatDollars, formatProfit } from '../../kernel/cents.js';
import type { CaseCompany, CaseOrder, PricingCase } from '../case/case.js';
import type { LineFigures, OrderFigures } from '../figures.js';
import type { View } from '../labor.js';

/** The explanation of a figure: its name, its rule, and the values it is made of, formatted for display. */
export interface Explanation {
  title: string;
  rule: 'P2' | 'P3' | 'P4' | 'P5';
  formula: string;
  inputs: { label: string; value: string }[];
  result: string;
}

export type Input = Explanation['inputs'][number];

/** A case as far as its reader may know it. What is absent is never shown. */
export interface KnownCase extends Omit<PricingCase, 'company' | 'order' | 'dealer' | 'haulBase'> {
  company: Partial<CaseCompany>;
  order: Omit<CaseOrder, 'retailPrice'> & Partial<Pick<CaseOrder, 'retailPrice'>>;
  dealer?: PricingCase['dealer'];
  haulBase?: PricingCase['haulBase'];
}

type KnownValues<T> = { [K in keyof T]?: T[K] extends number ? number : Partial<T[K]> };
export type KnownLine = KnownValues<LineFigures>;

/** The figures of a case as far as their reader may know them. What is absent is neither explained nor shown. */
export interface KnownFigures extends KnownValues<Omit<OrderFigures, 'addOns' | 'customAddOns'>> {
  addOns: KnownLine[];
  customAddOns: KnownLine[];
}

/** The figure being explained, in one view; empty for a figure without views. */
export interface Spot {
  c: KnownCase;
  f: KnownFigures;
  view: string;
}

/** How to explain a figure, in every view. */
export interface Entry<S> {
  title: string;
  rule: Explanation['rule'];
  formula: string | ((spot: S) => string);
  /** The values it is calculated from; null for one that its reader may not see. */
  inputs: (spot: S) => (Input | null)[];
  /** How the figure is formatted; as money by default. */
  show?: (value: number, spot: S) => string;
}

/** Explains a value by its entry; null if there is no such figure. */
export function explainParts<S extends { view: string }>(
  entry: Entry<S> | undefined,
  spot: S,
  value: unknown,
): Explanation | null {
  if (!entry || typeof value !== 'number') return null;
  return {
    title: spot.view ? `${entry.title} (${spot.view})` : entry.title,
    rule: entry.rule,
    formula: typeof entry.formula === 'string' ? entry.formula : entry.formula(spot),
    inputs: entry.inputs(spot).filter((input) => input !== null),
    result: (entry.show ?? formatCents)(value, spot),
  };
}

/** The price view that a cost or profit view is compared with: the shop's for shop and standard. */
export const priceView = (view: string): 'shop' | 'company' => (view === 'company' ? 'company' : 'shop');

/** The view of labor and material, which have no other: the shop's own values, or the standard ones. */
export const costView = (view: string): View => (view === 'standard' ? 'standard' : 'shop');

/** An input. Null if the reader may not see its value, a dash if it is not set. */
const input =
  <T>(show: (value: T) => string) =>
  (label: string, value: T | null | undefined): Input | null =>
    value === undefined ? null : { label, value: value === null ? '—' : show(value) };

/** An amount in cents. */
export const money = input(formatCents);
export const dollarPart = input((amount: number) => formatUnitPrice(amount));
export const percent = input((value: number) => `${value}%`);
export const count = input(String);
export const feet = input((value: number) => `${value} ft`);

/** A profit percent; a dash if the revenue is negative (P5). */
export const showPercent = (fraction: number, revenue = 0): string => formatProfit(fraction, revenue);

const fourDecimals = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
});

/** Dollars with all of their decimals, at least two. */
const formatUnitPrice = (amount: number): string =>
  Number.isInteger(Math.round(amount * 1e4) / 100) ? formatDollars(amount) : fourDecimals.format(amount);
