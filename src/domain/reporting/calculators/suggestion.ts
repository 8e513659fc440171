import { type Cents, cents, MAX_CENTS } from '../../kernel/cents.js';

/** Suggested prices are whole multiples of five dollars (P8). */
export const PRICE_STEP = 500;

/** A target that a price must reach. */
export interface ProfitTarget {
  /** The part that does not depend on the price, in cents. */
  readonly fixed: number;
  /** The share of the price available to cover the fixed part, as `value / scale`; null if there is none. */
  readonly rate: { readonly value: bigint; readonly scale: bigint } | null;
  /** Whether a price in cents reaches the target, with each amount rounded to the cent. */
  readonly attains: (price: number) => boolean;
}

/**
 * P8: the smallest positive multiple of $5.00, in cents, that reaches all targets. Starts at the exact solution rounded
 * up, then goes down while the targets are still reached, or up until they are. Null if no price below $10,000,000.00
 * reaches them.
 */
export function smallestPrice(targets: readonly ProfitTarget[]): Cents | null {
  const attains = (price: number): boolean => targets.every((target) => target.attains(price));
  let price = PRICE_STEP;
  for (const target of targets) {
    const least = getSolution(target);
    if (least === null) return null;
    price = Math.max(price, least);
  }
  while (price > PRICE_STEP && attains(price - PRICE_STEP)) price -= PRICE_STEP;
  while (price < MAX_CENTS && !attains(price)) price += PRICE_STEP;
  return price < MAX_CENTS ? cents(price) : null;
}

/**
 * The price whose available share exactly covers the fixed part, rounded up to a multiple of $5.00; null above the
 * highest allowed price.
 */
function getSolution({ fixed, rate }: ProfitTarget): number | null {
  if (rate === null) return null;
  if (fixed <= 0) return PRICE_STEP;
  if (rate.value <= 0n) return null;
  const step = rate.value * BigInt(PRICE_STEP);
  const steps = (BigInt(fixed) * rate.scale + step - 1n) / step;
  return steps > BigInt(MAX_CENTS / PRICE_STEP) ? null : Number(steps) * PRICE_STEP;
}
