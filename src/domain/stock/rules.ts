import type { Cents } from '../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../pricing/exact.js';

const COUNTED = /^(pieces?|pcs?|each|ea|units?|sheets?|box|boxes|bags?)\.?$/i;

/** P11: whether an item is bought in whole ones, a piece, sheet, box or bag, and not measured in feet or gallons. */
export const isCounted = (type: string): boolean => COUNTED.test(type.trim());

/** How many items a material order takes. */
export const MOST_LINES = 300;

/** How much of an item there is and is needed, in its own units; up to four decimals. `current` may be negative. */
export interface Position {
  /** By the orders in the queue and under construction. */
  readonly needed: number;
  readonly current: number;
  readonly received: number;
  readonly onOrder: number;
  /** On draft material orders, which are not placed yet. */
  readonly drafted: number;
  readonly orderPointWarning: number | null;
  readonly orderPointCritical: number | null;
  readonly fullPoint: number | null;
  /** What one of it is: piece, sheet, linearFt. */
  readonly type: string;
  /** How many its vendor sells at once; null for any number. */
  readonly pack: number | null;
}

/** What a position comes to, in the item's own units. */
export interface Demand {
  /** What will be left when the orders are built: current + received + on order - needed. */
  readonly left: number;
  /** What the orders need and nothing brings. */
  readonly short: number;
  /** How much to order now, besides the drafts. */
  readonly suggested: number;
}

/** P11: the step in which an item is bought, in ten-thousandths: its vendor's pack, one of what is counted, else a hundredth. */
export const orderStep = ({ type, pack }: Pick<Position, 'type' | 'pack'>): number =>
  pack ? tenThousandths(pack) : isCounted(type) ? 10_000 : 100;

/** A quantity in ten-thousandths, rounded up to whole steps. */
export const roundUp = (quantity: number, step: number): number => (Math.ceil(quantity / step) * step) / 1e4;

/**
 * P11: how much to order: nothing while as much will be left as the higher of the two order points says (0 where none is
 * set), else so much that the orders can be built, that order point is reached, and the full point too, less what drafts
 * say already. Rounded up to whole units or packs, and to hundredths of what is measured.
 */
export function demandOf(position: Position): Demand {
  const { needed, current, received, onOrder, drafted, orderPointWarning, orderPointCritical, fullPoint } = position;
  const brought = [current, received, onOrder].reduce((sum, quantity) => sum + tenThousandths(quantity), 0);
  const left = brought - tenThousandths(needed);
  const orderPoint = Math.max(0, tenThousandths(orderPointWarning), tenThousandths(orderPointCritical));
  const goal = left < orderPoint ? Math.max(orderPoint, tenThousandths(fullPoint)) : left;
  const missing = Math.max(0, goal - left - tenThousandths(drafted));
  return { left: left / 1e4, short: Math.max(0, -left) / 1e4, suggested: roundUp(missing, orderStep(position)) };
}

/** What a quantity costs at `unitCost` dollars for one, rounded to the cent (P0). */
export const orderAmount = (quantity: number, unitCost: number): Cents =>
  asCents(mulDiv(tenThousandths(quantity), tenThousandths(unitCost), 1e6));

/** What a physical count adds to the current quantity, and what that is worth at `unitCost` dollars for one (P3). */
export function countDifference(was: number, counted: number, unitCost: number): { quantity: number; value: Cents } {
  const quantity = tenThousandths(counted) - tenThousandths(was);
  return { quantity: quantity / 1e4, value: orderAmount(quantity / 1e4, unitCost) };
}
