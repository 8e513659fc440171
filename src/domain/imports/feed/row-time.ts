import { DateTime } from 'luxon';
import { isObject } from '../../kernel/objects.js';

/** Where rows say when they were changed last, and the zone of times that are written without an offset. */
export interface RowTimes {
  readonly field: string;
  readonly zone: string;
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2300, 0, 1);

/**
 * An instant in milliseconds from ISO text, in `zone` unless it has an offset, or from seconds or milliseconds; null for
 * anything else, and for years that no order has.
 */
export function readInstant(value: unknown, zone: string): number | null {
  const time =
    typeof value === 'string' ? readText(value.trim(), zone) : typeof value === 'number' ? value : Number.NaN;
  const ms = typeof value === 'number' && value < 1e11 ? time * 1000 : time;
  return ms >= FIRST && ms < LAST ? ms : null;
}

function readText(text: string, zone: string): number {
  const iso = text.replace(' ', 'T');
  if (WITH_OFFSET.test(text)) return Date.parse(iso); // most rows; much faster
  const read = DateTime.fromISO(iso, { zone });
  return read.isValid ? read.toMillis() : Number.NaN;
}

/** When a row was changed last, in milliseconds; null where it does not say. */
export function readRowTime(row: unknown, { field, zone }: RowTimes): number | null {
  if (!isObject(row)) return null;
  return readInstant(row[field] ?? row['timestamp'] ?? row['dateUpdated'], zone);
}
