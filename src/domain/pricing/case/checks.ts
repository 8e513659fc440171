/** A check of one value (P0). Returns a sentence about the problem, or null. */
export type Check = (value: unknown) => string | null;

/** Quantities: four decimals, from 0 to less than 100,000. */
export const checkQuantity: Check = (value) => {
  if (!isNumber(value)) return notNumber(value);
  if (value < 0) return 'must not be negative';
  if (value >= 100_000) return 'must be less than 100,000';
  return decimals(value, 4);
};

/** Percentages: four decimals, from 0 to 1000; 61.25 means 61.25 %. */
export const checkPercent: Check = (value) => {
  if (!isNumber(value)) return notNumber(value);
  if (value < 0 || value > 1000) return 'must be a percent from 0 to 1,000';
  return decimals(value, 4);
};

/** Dollars per unit: four decimals, less than 10,000,000 either way. */
export const checkUnitPrice: Check = (value) => checkDollars(value, 4);

/** Dollars: two decimals, less than 10,000,000 either way. */
export const checkAmount: Check = (value) => checkDollars(value, 2);

/** Width or length in feet: four decimals, more than 0 and less than 1,000. */
export const checkFeet: Check = (value) => {
  if (!isNumber(value)) return notNumber(value);
  if (value <= 0) return 'must be more than 0';
  if (value >= 1000) return 'must be less than 1,000';
  return decimals(value, 4);
};

export const checkFlag: Check = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

/** A value that is one of `words`. */
export const checkWord =
  (words: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? null : `must be one of: ${words.join(', ')}`;

function checkDollars(value: unknown, places: 2 | 4): string | null {
  if (!isNumber(value)) return notNumber(value);
  if (Math.abs(value) >= 10_000_000) return 'must be less than 10,000,000.00';
  return decimals(value, places);
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const notNumber = (value: unknown): string =>
  typeof value === 'number' ? 'must be a finite number' : 'must be a number';

/**
 * Whether a number has at most this many decimals: rounding and dividing back returns the same value only then (P0).
 */
function decimals(value: number, places: 2 | 4): string | null {
  const scale = places === 2 ? 100 : 10_000;
  return Math.round(value * scale) / scale === value ? null : `must have at most ${places} decimals`;
}
