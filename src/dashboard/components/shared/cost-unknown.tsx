import type { ReactNode } from 'react';
import { NO_VALUE } from '../../../domain/kernel/cents.js';
import {
  COST_UNKNOWN,
  describeLeftOut,
  describeUnknownCost,
  type UnknownCost,
} from '../../../domain/pricing/unknown-cost.js';
import { Icon } from '../ui/icon.js';
import { Money } from './money.js';

/** Stands where a cost or a profit would stand that is not known, and says why. */
export const CostUnknown = ({ why }: { why: readonly UnknownCost[] }) => (
  <span className="muted" title={describeUnknownCost(why)}>
    {COST_UNKNOWN}
    <span className="sr-only">: {describeUnknownCost(why)}</span>
  </span>
);

/** A cost or a profit in dollars, or that it is not known. */
export const CostMoney = ({ value, why }: { value: number | null; why: readonly UnknownCost[] }) =>
  why.length > 0 ? <CostUnknown why={why} /> : <Money value={value} />;

/** A sum of costs or profits in dollars; a dash where nothing of it is known. */
export const KnownMoney = ({ value }: { value: number | null }) =>
  value === null ? <>{NO_VALUE}</> : <Money value={value} />;

/** A share of a revenue as text, or that it is not known. */
export const CostShare = ({ children, why }: { children: ReactNode; why: readonly UnknownCost[] }) =>
  why.length > 0 ? <CostUnknown why={why} /> : <>{children}</>;

interface LeftOutProps {
  /** How many orders sums of cost and profit leave out; without any there is no line. */
  readonly orders: number;
  /** The line as it opens the orders. */
  readonly link?: (line: string) => ReactNode;
}

/** The line under a sum of cost or profit that leaves orders out: `3 orders left out: cost unknown`. */
export function LeftOut({ orders, link }: LeftOutProps) {
  if (orders === 0) return null;
  const line = describeLeftOut(orders);
  return (
    <p className="notice notice-warning">
      <Icon name="warning" />
      <span>{link ? link(line) : line}</span>
    </p>
  );
}
