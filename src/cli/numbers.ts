import { InvalidArgumentError } from 'commander';
import { toCents } from '../domain/kernel/cents.js';
import { UsageError } from './usage-error.js';

/** A number as people write it, such as -12.50; NaN for other texts, such as 0x64 or 1e2. */
export const parseNumber = (text: string): number => (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN);

/** Parses an option to a number; commander reports an invalid one. */
export function number(text: string): number {
  const value = parseNumber(text);
  if (Number.isNaN(value)) throw new InvalidArgumentError('Enter a number.');
  return value;
}

/** The dollars of an option, with at most 2 decimals. */
export function readDollars(option: string, text: string): number {
  const value = parseNumber(text);
  if (toCents(value) === null) throw new UsageError(`${option}: "${text}" is not an amount in dollars`);
  return value;
}
