import { type Cents, cents, MAX_CENTS } from '../../kernel/cents.js';

/** Suggested prices are whole multiples of five dollars (P8). */
export const PRICE_STEP = 500;

/** What a price must attain. */
export interface Target {
  /** What does not depend on the price, in cents. */
  readonly fixed: number;
  /** What is left of each cent of the price to pay for it, as `value / scale`; null where nothing is. */
  readonly rate: { readonly value: bigint; readonly scale: bigint } | null;
  /** Whether a price in cents does, from amounts that are each rounded to the cent. */
  readonly attains: (price: number) => boolean;
}

/**
 * P8: the smallest positive multiple of $5.00, in cents, that attains all targets: from their exact solution rounded up,
 * down while it still attains, up while it does not. Null where none below $10,000,000.00 does.
 */
export function smallestPrice(targets: readonly Target[]): Cents | null {
  const attains = (price: number): boolean => targets.every((target) => target.attains(price));
  let price = PRICE_STEP;
  for (const target of targets) {
    const least = solutionOf(target);
    if (least === null) return null;
    price = Math.max(price, least);
  }
  while (price > PRICE_STEP && attains(price - PRICE_STEP)) price -= PRICE_STEP;
  while (price < MAX_CENTS && !attains(price)) price += PRICE_STEP;
  return price < MAX_CENTS ? cents(price) : null;
}

/** Where what is left pays exactly for what is fixed, rounded up to a multiple of $5.00; null beyond what a price may be. */
function solutionOf({ fixed, rate }: Target): number | null {
  if (rate === null) return null;
  if (fixed <= 0) return PRICE_STEP;
  if (rate.value <= 0n) return null;
  const step = rate.value * BigInt(PRICE_STEP);
  const steps = (BigInt(fixed) * rate.scale + step - 1n) / step;
  return steps > BigInt(MAX_CENTS / PRICE_STEP) ? null : Number(steps) * PRICE_STEP;
}
