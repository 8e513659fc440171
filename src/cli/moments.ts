import { DateTime } from 'luxon';
import type { Figure } from './output.js';

let timeZone = 'UTC';

/** Sets the time zone in which this command shows times: the company's. */
export const showTimesIn = (zone: string): void => void (timeZone = zone);

const formats = { minute: 'yyyy-MM-dd HH:mm', second: 'yyyy-MM-dd HH:mm:ss' } as const;

interface MomentOptions {
  readonly to?: keyof typeof formats;
  /** Instead of the company's time zone. */
  readonly zone?: string | undefined;
}

/** A moment as text, such as `2026-11-01 03:00`, in the company's time zone. */
export const formatMoment = (at: string, { to = 'minute', zone = timeZone }: MomentOptions = {}): string =>
  DateTime.fromISO(at, { zone }).toFormat(formats[to]);

/** A moment as a cell: in a table in the company's time zone, in CSV in UTC as in JSON. */
export const moment = (at: string | null | undefined, options?: MomentOptions): Figure | null =>
  at ? { text: formatMoment(at, options), value: at } : null;

/** The day of a moment in the company's time zone. */
export const dayOf = (at: string): string => DateTime.fromISO(at, { zone: timeZone }).toFormat('yyyy-MM-dd');
