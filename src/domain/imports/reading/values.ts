import { readNumeral } from '../../kernel/text/numeral.js';
import { oneLine } from '../../kernel/text/plain-text.js';

/** A value in a file that cannot be read. The message includes the field. */
export class UnreadableValue extends Error {}

/** What `parse` returns; null if the value cannot be read. */
export function readOrNull<T>(parse: () => T | null): T | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof UnreadableValue) return null;
    throw error;
  }
}

/**
 * Trimmed text with whitespace and control characters collapsed to single spaces; null when empty. Numbers and booleans
 * become text.
 */
export function text(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return null;
  const line = oneLine(String(value));
  return line === '' ? null : line;
}

/** Text that identifies a record, such as a serial number. Throws if it was a number that lost digits. */
export function identifier(field: string, value: unknown): string | null {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new UnreadableValue(`${field} ${value} has too many digits for a number; send it as text`);
  return text(value);
}

/**
 * A number from a number or numeric text (`$1,234.50`, `61.25%`, spaces around it), without floating-point noise; null
 * when empty.
 */
export function number(field: string, value: unknown): number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' && Number.isFinite(value)) return withoutDust(value);
  if (typeof value === 'string') {
    const content = text(value);
    if (content === null) return null;
    const amount = readNumeral(content);
    if (amount !== null) return withoutDust(amount);
  }
  throw new UnreadableValue(`${field} "${formatShown(value)}" is not a number`);
}

/** Much smaller than any decimal in a file, and larger than the rounding error of sums below 10,000,000.00. */
const DUST = 1e-8;

/**
 * Removes floating-point noise. A number this close to one with four decimals, the most any value has, is rounded to
 * it (12.300000000000001 becomes 12.3).
 */
function withoutDust(value: number): number {
  const rounded = Math.round(value * 10_000) / 10_000;
  return Math.abs(value - rounded) < DUST ? rounded : value;
}

/** Dollars with at most 2 decimals, |amount| below 10,000,000.00. */
export function dollars(field: string, value: unknown): number | null {
  const amount = number(field, value);
  if (amount === null) return null;
  if (Math.round(amount * 100) / 100 !== amount)
    throw new UnreadableValue(`${field} ${formatShown(value)} has more than 2 decimals`);
  if (Math.abs(amount) >= 10_000_000)
    throw new UnreadableValue(`${field} ${formatShown(value)} must be less than 10,000,000.00`);
  return amount;
}

/** A number with at most 4 decimals in [min, max). */
export function readDecimal(field: string, value: unknown, min: number, max: number): number | null {
  const amount = number(field, value);
  if (amount === null) return null;
  if (Math.round(amount * 10_000) / 10_000 !== amount)
    throw new UnreadableValue(`${field} ${formatShown(value)} has more than 4 decimals`);
  if (amount < min || amount >= max)
    throw new UnreadableValue(`${field} ${formatShown(value)} must be between ${min} and ${max}`);
  return amount;
}

/** True or false from a boolean, a number or a word; null when empty. */
export function flag(field: string, value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = text(value)?.toLowerCase();
  if (word === undefined) return null;
  if (['true', 'yes', 'y', '1'].includes(word)) return true;
  if (['false', 'no', 'n', '0'].includes(word)) return false;
  throw new UnreadableValue(`${field} "${formatShown(value)}" must be true or false`);
}

/**
 * A day (`2026-03-02`) from an ISO date, an ISO instant with offset (converted to `zone`), or MM/DD/YYYY; null when
 * empty.
 */
export function day(field: string, value: unknown, zone: string): string | null {
  const content = text(value);
  if (content === null) return null;
  const us = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(content);
  if (us) return checkedDay(field, `${us[3]}-${us[1]?.padStart(2, '0')}-${us[2]?.padStart(2, '0')}`, value);
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i.exec(content);
  if (!iso?.[1]) throw new UnreadableValue(`${field} "${formatShown(value)}" is not a date`);
  const local = checkedDay(field, iso[1], value);
  if (!iso[2]) return local;
  const offset = iso[2].replace(/^(.\d{2}):?(\d{2})?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  const instant = new Date(content.slice(0, -iso[2].length).replace(' ', 'T') + offset);
  if (Number.isNaN(instant.getTime())) throw new UnreadableValue(`${field} "${formatShown(value)}" is not a date`);
  return dayIn(zone, instant);
}

/** Checks that a day exists and lies between 1990 and 2200. */
function checkedDay(field: string, day: string, value: unknown): string {
  const date = new Date(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
  if (!exists || day < '1990' || day > '2201')
    throw new UnreadableValue(`${field} "${formatShown(value)}" is not a date`);
  return day;
}

const formats = new Map<string, Intl.DateTimeFormat>();
/**
 * The day of an instant in a zone. Formats are cached, because creating one takes longer than reading the rest of an
 * order.
 */
function dayIn(zone: string, instant: Date): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(zone, format);
  return format.format(instant);
}

const formatShown = (value: unknown): string => {
  const content = typeof value === 'string' ? value : JSON.stringify(value);
  return (content ?? '').length > 40 ? `${content.slice(0, 40)}…` : content;
};
