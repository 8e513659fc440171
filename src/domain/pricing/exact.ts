import type { Cents } from '../kernel/cents.js';

/*
 * Exact arithmetic on scaled integers: cents, and ten-thousandths for percents, quantities and unit prices. A product
 * is computed as a number if it is a safe integer, otherwise as a BigInt. A result is exact up to 2^53 of its unit;
 * past that (about 90 trillion dollars) it is the nearest number.
 */

/** Marks a computed whole number as cents. Computed totals have no limit (P0), so values past 2^53 are allowed. */
export const asCents = (amount: number): Cents => amount as Cents;

/** Four decimals as an integer: 61.25 → 612500. Exact for values that passed validation; 0 when not set. */
export const tenThousandths = (value: number | null | undefined): number => Math.round((value ?? 0) * 1e4) + 0;

/** Dollars with at most 2 decimals as cents; 0 if not set. */
export const dollarsToCents = (dollars: number | null | undefined): Cents =>
  asCents(Math.round((dollars ?? 0) * 100) + 0);

/** `a × b / divisor`, rounded once, half away from zero (P0). All integers, divisor > 0. */
export function mulDiv(a: number, b: number, divisor: number): number {
  const product = a * b;
  return Number.isSafeInteger(product) ? divide(product, divisor) : divideBig(BigInt(a) * BigInt(b), BigInt(divisor));
}

/** `a × b × c / divisor`, rounded once, half away from zero (P0). All integers, divisor > 0. */
export function mulDiv3(a: number, b: number, c: number, divisor: number): number {
  const product = a * b * c;
  return Number.isSafeInteger(product)
    ? divide(product, divisor)
    : divideBig(BigInt(a) * BigInt(b) * BigInt(c), BigInt(divisor));
}

/** `Σ aᵢ × bᵢ / divisor`, rounded once, half away from zero (P0). All integers, divisor > 0. */
export function sumDiv(pairs: readonly (readonly [number, number])[], divisor: number): number {
  let total = 0;
  let size = 0;
  for (const [a, b] of pairs) {
    total += a * b;
    size += Math.abs(a * b);
  }
  if (Number.isSafeInteger(size)) return divide(total, divisor);
  let exact = 0n;
  for (const [a, b] of pairs) exact += BigInt(a) * BigInt(b);
  return divideBig(exact, BigInt(divisor));
}

/** A percent of an amount, rounded to the cent; `percent` is in ten-thousandths. */
export const computePercent = (amount: number, percent: number): Cents => asCents(mulDiv(amount, percent, 1e6));

/**
 * `dollars / revenue` with six decimals, rounded half away from zero; 0 when the revenue is 0 (P4). Both in the same
 * unit.
 */
export function fraction(dollars: number, revenue: number): number {
  if (revenue === 0) return 0;
  return (revenue < 0 ? mulDiv(-dollars, 1e6, -revenue) : mulDiv(dollars, 1e6, revenue)) / 1e6;
}

/** `dividend / divisor`, rounded half away from zero. For safe integers truncation and remainder are exact. */
function divide(dividend: number, divisor: number): number {
  const quotient = Math.trunc(dividend / divisor);
  const twice = 2 * (dividend - quotient * divisor);
  if (twice >= divisor) return quotient + 1;
  return twice <= -divisor ? quotient - 1 : quotient + 0;
}

function divideBig(dividend: bigint, divisor: bigint): number {
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = (2n * size + divisor) / (2n * divisor);
  return Number(dividend < 0n ? -quotient : quotient);
}
