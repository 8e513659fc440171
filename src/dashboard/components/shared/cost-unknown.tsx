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

/** Replaces an unknown cost or profit and explains why it is unknown. */
export const CostUnknown = ({ why }: { why: readonly UnknownCost[] }) => (
  <span className="muted" title={describeUnknownCost(why)}>
    {COST_UNKNOWN}
    <span className="sr-only">: {describeUnknownCost(why)}</span>
  </span>
);

/** A cost or a profit in dollars, or a note that it is unknown. */
export const CostMoney = ({ value, why }: { value: number | null; why: readonly UnknownCost[] }) =>
  why.length > 0 ? <CostUnknown why={why} /> : <Money value={value} />;

/** A total of costs or profits in dollars; a dash if no cost is known. */
export const KnownMoney = ({ value }: { value: number | null }) =>
  value === null ? <>{NO_VALUE}</> : <Money value={value} />;

/** A share of a revenue as text, or a note that it is unknown. */
export const CostShare = ({ children, why }: { children: ReactNode; why: readonly UnknownCost[] }) =>
  why.length > 0 ? <CostUnknown why={why} /> : <>{children}</>;

interface LeftOutProps {
  /** How many orders the totals of cost and profit exclude; nothing is shown if there are none. */
  readonly orders: number;
  /** Renders the line as a link that opens the orders. */
  readonly link?: (line: string) => ReactNode;
}

/** The line below a total of cost or profit that excludes orders: `3 orders left out: cost unknown`. */
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
