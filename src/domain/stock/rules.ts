import type { Cents } from '../kernel/cents.js';
import { asCents, mulDiv, tenThousandths } from '../pricing/exact.js';

const COUNTED = /^(pieces?|pcs?|each|ea|units?|sheets?|box|boxes|bags?)\.?$/i;

/** P11: whether an item is bought in whole units (piece, sheet, box, bag) rather than measured in feet or gallons. */
export const isCounted = (type: string): boolean => COUNTED.test(type.trim());

/** The most lines that a material order may have. */
export const MOST_LINES = 300;

/** The quantities of an item, in its own units with up to four decimals; `current` may be negative. */
export interface Position {
  /** Needed by the orders in the queue and under construction. */
  readonly needed: number;
  readonly current: number;
  readonly received: number;
  readonly onOrder: number;
  /** Quantity on draft material orders, which are not placed yet. */
  readonly drafted: number;
  readonly orderPointWarning: number | null;
  readonly orderPointCritical: number | null;
  readonly fullPoint: number | null;
  /** Its unit: piece, sheet, linearFt. */
  readonly type: string;
  /** The vendor's pack size; null for any quantity. */
  readonly pack: number | null;
}

/** The demand for a position, in the item's own units. */
export interface Demand {
  /** What will be left after the orders are built: current + received + on order - needed. */
  readonly left: number;
  /** What the orders need beyond stock and placed orders. */
  readonly short: number;
  /** How much to order now, in addition to the drafts. */
  readonly suggested: number;
}

/** P11: the step an item is bought in, in ten-thousandths: its vendor's pack, 1 if it is counted, otherwise 0.01. */
const orderStep = ({ type, pack }: Pick<Position, 'type' | 'pack'>): number =>
  pack ? tenThousandths(pack) : isCounted(type) ? 10_000 : 100;

/** Rounds a quantity in ten-thousandths up to whole steps; returns it in units. */
export const roundUp = (quantity: number, step: number): number => (Math.ceil(quantity / step) * step) / 1e4;

/**
 * P11: how much to order. Nothing while the quantity left is at least the higher of the two order points (0 if not
 * set). Otherwise enough to build the orders and reach that order point, and the full point too, minus the drafts.
 * Rounded up to whole units or packs; measured items to hundredths.
 */
export function computeDemand(position: Position): Demand {
  const { needed, current, received, onOrder, drafted, orderPointWarning, orderPointCritical, fullPoint } = position;
  const supply = [current, received, onOrder].reduce((sum, quantity) => sum + tenThousandths(quantity), 0);
  const surplus = supply - tenThousandths(needed);
  const orderPoint = Math.max(0, tenThousandths(orderPointWarning), tenThousandths(orderPointCritical));
  const goal = surplus < orderPoint ? Math.max(orderPoint, tenThousandths(fullPoint)) : surplus;
  const missingQuantity = Math.max(0, goal - surplus - tenThousandths(drafted));
  return {
    left: surplus / 1e4,
    short: Math.max(0, -surplus) / 1e4,
    suggested: roundUp(missingQuantity, orderStep(position)),
  };
}

/** The cost of a quantity at `unitCost` dollars each, rounded to the cent (P0). */
export const orderAmount = (quantity: number, unitCost: number): Cents =>
  asCents(mulDiv(tenThousandths(quantity), tenThousandths(unitCost), 1e6));

/** The change a physical count makes to the current quantity, and its value at `unitCost` dollars each (P3). */
export function countDifference(
  was: number,
  countedQuantity: number,
  unitCost: number,
): { quantity: number; value: Cents } {
  const quantity = tenThousandths(countedQuantity) - tenThousandths(was);
  return { quantity: quantity / 1e4, value: orderAmount(quantity / 1e4, unitCost) };
}
