import type { CaseCustomAddOn, PricingCase } from './case/case.js';
import { plural } from '../kernel/text/plural.js';

/** Why the cost of an order is unknown: which part has no value in the catalogue. */
export const unknownCosts = ['model', 'labor', 'material', 'add-on'] as const;
export type UnknownCost = (typeof unknownCosts)[number];

/** Shown instead of a cost or profit in lists, tables and files. */
export const COST_UNKNOWN = 'cost unknown';

const reasons: Readonly<Record<UnknownCost, string>> = {
  model: 'the catalogue has no shed of this model and size',
  labor: 'the catalogue has no shed labor for this size',
  material: 'the shed has no components with items',
  'add-on': 'an add-on that is not in the catalogue has no costs',
};

/** The parts of a case that decide whether its cost is known. */
export type CostedCase = Pick<PricingCase, 'labor' | 'rates' | 'components'> & {
  readonly customAddOns: readonly Pick<
    CaseCustomAddOn,
    'unknown' | 'quantity' | 'retailPrice' | 'materialCost' | 'laborCost'
  >[];
};

/** P0: why the cost of an order is unknown; empty if it is known. A missing value is unknown; 0 is a value. */
export function costUnknown({ labor, rates, components, customAddOns }: CostedCase): UnknownCost[] {
  const noLabor = labor.standard == null;
  const noRate = rates.standard?.build?.value == null;
  const ofLines: UnknownCost[] = customAddOns.some(isUncosted) ? ['add-on'] : [];
  if (noLabor && noRate && components.length === 0) return ['model', ...ofLines];
  return [
    ...(noLabor || noRate ? (['labor'] as const) : []),
    ...(components.some(({ items }) => items?.length) ? [] : (['material'] as const)),
    ...ofLines,
  ];
}

/**
 * Whether a line is a sold add-on from a file that is not in the catalogue and has no entered cost. A discount costs
 * nothing.
 */
export const isUncosted = ({
  unknown,
  quantity,
  retailPrice,
  materialCost,
  laborCost,
}: CostedCase['customAddOns'][number]) =>
  unknown === true &&
  quantity > 0 &&
  retailPrice >= 0 &&
  [materialCost?.shop, materialCost?.standard, laborCost?.shop, laborCost?.standard].every((cost) => cost == null);

/** Formats the reasons: `the catalogue has no shed labor for this size`; empty if the cost is known. */
export const describeUnknownCost = (unknown: readonly UnknownCost[]): string =>
  unknown.map((reason) => reasons[reason]).join('; ');

/**
 * How many orders or sheds the sums of cost and profit leave out: `3 orders left out: cost unknown`; empty for none.
 */
export const describeLeftOut = (count: number, what: 'order' | 'shed' = 'order'): string =>
  count === 0 ? '' : `${count.toLocaleString('en-US')} ${plural(count, what)} left out: ${COST_UNKNOWN}`;

interface LeftOut {
  readonly leftOut: number;
}

/** How many records are left out in total, for a list by shop where each shop has its own records. */
export const sumLeftOut = (shops: readonly LeftOut[]): number => shops.reduce((sum, { leftOut }) => sum + leftOut, 0);

/** The highest number of records left out, for a list by shop where every shop measures the same records. */
export const findMostLeftOut = (shops: readonly LeftOut[]): number =>
  Math.max(0, ...shops.map(({ leftOut }) => leftOut));
