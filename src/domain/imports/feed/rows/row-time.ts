import { DateTime } from 'luxon';
import { isObject } from '../../../kernel/objects.js';

/** Which field of the rows has the time of the last change, and the time zone of times without an offset. */
export interface RowTimes {
  readonly field: string;
  readonly zone: string;
}

const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?(?:Z|[+-]\d{2}:\d{2})$/;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2300, 0, 1);

/**
 * An instant in milliseconds from ISO text, in `zone` unless it has an offset, or from seconds or milliseconds. Null
 * for anything else, and for implausible years.
 */
export function readInstant(value: unknown, zone: string): number | null {
  const time =
    typeof value === 'string' ? readText(value.trim(), zone) : typeof value === 'number' ? value : Number.NaN;
  const ms = typeof value === 'number' && value < 1e11 ? time * 1000 : time;
  return ms >= FIRST && ms < LAST ? ms : null;
}

function readText(text: string, zone: string): number {
  const iso = text.replace(' ', 'T');
  if (WITH_OFFSET.test(text)) return Date.parse(iso); // much faster, and sufficient for most rows
  const time = DateTime.fromISO(iso, { zone });
  return time.isValid ? time.toMillis() : Number.NaN;
}

/** When a row was last changed, in milliseconds; null if it has no time. */
export function readRowTime(row: unknown, { field, zone }: RowTimes): number | null {
  if (!isObject(row)) return null;
  return readInstant(row[field] ?? row['timestamp'] ?? row['dateUpdated'], zone);
}
