import { formatDollars, formatFraction } from '../../domain/kernel/cents.js';
import { plural } from '../../domain/kernel/text/plural.js';

export { formatProfit as profitPercent } from '../../domain/kernel/cents.js';

/** Dollars as `$1,234.56`, losses as `-$1,234.56`; empty if there is no value. */
export const money = (dollars: number | null | undefined): string =>
  typeof dollars === 'number' ? formatDollars(dollars === 0 ? 0 : dollars) : '';

/** Formatters are expensive to create and every row uses the same few, so each is created once. */
function cache<Key extends string, Formatter>(make: (key: Key) => Formatter): (key: Key) => Formatter {
  const formatters = new Map<Key, Formatter>();
  return (key) => {
    const formatter = formatters.get(key) ?? make(key);
    formatters.set(key, formatter);
    return formatter;
  };
}

const toNumbers = cache((decimals: `${number}-${number}`) => {
  const [least, most] = decimals.split('-').map(Number);
  return new Intl.NumberFormat('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });
});

/** A number with this minimum or maximum number of decimals: `1,234.50`. */
export const decimal = (value: number, least: number, most: number = least): string =>
  toNumbers(`${least}-${Math.max(least, most)}`).format(value);

/** 61.25 as `61.25%`; empty if there is no value. */
export const percent = (value: number | null | undefined): string =>
  typeof value === 'number' ? `${decimal(value === 0 ? 0 : value, 2)}%` : '';

/** The price of one unit, with two to four decimals, or at least `least`: `$1,234.50`, `$0.3417`; empty if there is no value. */
export const unitPrice = (dollars: number | null | undefined, least = 2): string =>
  typeof dollars === 'number' ? `${dollars < 0 ? '-' : ''}$${decimal(Math.abs(dollars), least, 4)}` : '';

/** A quantity with up to four decimals: `1,234.5`; empty if there is no value. */
export const quantity = (value: number | null | undefined): string =>
  typeof value === 'number' ? decimal(value === 0 ? 0 : value, 0, 4) : '';

/** A fraction, 0.1534, as `15.34%`; empty if there is no value. */
export const fraction = (value: number | null | undefined): string =>
  typeof value === 'number' ? formatFraction(value) : '';

/** A count: `1,234`. */
export const count = (value: number): string => decimal(value, 0);

/** A date, `2026-03-02`, or the date part of an instant, as `03/02/2026`; empty if there is no value. */
export function day(value: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(value ?? '');
  return parts ? `${parts[2] ?? ''}/${parts[3] ?? ''}/${parts[1] ?? ''}` : '';
}

/** A typed `MM/DD/YYYY` (also `3/2/2026`) as `2026-03-02`; null when it is not a calendar date. */
export function parseDay(text: string): string | null {
  const parts = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(text);
  if (!parts) return null;
  const [month, date, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const utcDate = new Date(Date.UTC(year, month - 1, date));
  if (utcDate.getUTCMonth() !== month - 1 || utcDate.getUTCDate() !== date) return null;
  return utcDate.toISOString().slice(0, 10);
}

const dayParts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const daysIn = cache((timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone, ...dayParts }));
const momentsIn = cache(
  (timeZone: string) => new Intl.DateTimeFormat('en-US', { timeZone, ...dayParts, hour: 'numeric', minute: '2-digit' }),
);

/** The date of an instant in a time zone, as `2026-03-02`. */
export const dayIn = (instant: string | Date, timeZone: string): string => daysIn(timeZone).format(new Date(instant));

/** An instant in the company's time zone as `03/02/2026`; empty if there is no value. */
export const formatDate = (instant: string | Date | null | undefined, timeZone: string): string =>
  instant ? day(dayIn(instant, timeZone)) : '';

/** An instant in the company's time zone as `03/02/2026, 4:05 PM`; empty if there is no value. */
export const formatMoment = (instant: string | Date | null | undefined, timeZone: string): string =>
  instant ? momentsIn(timeZone).format(new Date(instant)) : '';

/** `1 order`, `1,204 orders`. */
export const formatCount = (n: number, what: string): string => `${count(n)} ${plural(n, what)}`;

/**
 * A heading with a count: `12 InQueue Orders`, `1 InQueue Order`; for zero, `No Approved Invoices`, `No Paid Invoices`.
 */
export function countHeading(total: number | undefined, what: string): string {
  if (total === undefined) return plural(0, what);
  return total === 0 ? `No ${plural(0, what)}` : formatCount(total, what);
}
