import { readNumeral } from '../../domain/kernel/text/numeral.js';

/** Every decimal with this many digits survives as a double; further digits are rounding errors. */
const EXACT_DIGITS = 15;

/** A number without the rounding error of a calculation: 0.30000000000000004 becomes 0.3. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(EXACT_DIGITS));

/** A number with more decimals is the result of a calculation. */
const MOST_TYPED = 10;

/** How many decimals a number is written with: 3 for 1.005. */
export function countDecimals(value: number): number {
  const [digits, exponent] = splitExponent(value);
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - exponent);
}

/** How many decimals a typed or stored number has; `most` for the result of a calculation, such as 1/3. */
export function countTyped(value: number, most: number): number {
  const decimals = countDecimals(withoutNoise(value));
  return decimals > MOST_TYPED ? most : decimals;
}

/** Rounds a number as it is written, half away from zero: 1.005 becomes 1.01, although the double is below it. */
export function roundDecimals(value: number, decimals: number): number {
  const [digits, exponent] = splitExponent(Math.abs(value));
  const rounded = Math.round(Number(`${digits}e${exponent + decimals}`));
  return Math.sign(value) * Number(`${rounded}e-${decimals}`) + 0;
}

/** Adds a step without rounding error: 0.1 and 0.2 make 0.3. The result of a calculation is rounded to `most`. */
export const addStep = (value: number, step: number, most: number): number =>
  roundDecimals(value + step, Math.max(countTyped(value, most), countDecimals(step)));

/** Why a number with too many decimals is refused; null if it has at most `most`. */
export function decimalsProblem(value: number, most: number): string | null {
  if (countDecimals(withoutNoise(value)) <= most) return null;
  return most === 0 ? 'must be a whole number' : `must have at most ${most} decimals`;
}

function splitExponent(value: number): readonly [digits: string, exponent: number] {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return [digits, Number(exponent)];
}

/**
 * Parses a number as people type it: `$1,234.50`, `-3`, `(3)`, `12.5%`; null when it is not a number, or could mean
 * another one (`12,5`). The rounding error of a pasted result is removed.
 */
export function parseNumber(text: string): number | null {
  const line = text.trim().replace(/\s+/g, ' ').replace('−', '-');
  const loss = /^\( ?([^-+]*?) ?\)$/.exec(line)?.[1];
  const value = readNumeral(loss ?? line);
  if (value === null) return null;
  return withoutNoise(loss === undefined ? value : 0 - value);
}
