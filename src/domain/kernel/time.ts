import { DateTime } from 'luxon';

/** The current date in a time zone, as `2026-03-02`. */
export const todayIn = (zone: string, now: Date): string => DateTime.fromJSDate(now, { zone }).toISODate() ?? '';

/** The time a number of whole days (of 24 hours) after another. */
export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * 24 * 3_600_000);

/** Formats a date: `03/02/2026`. */
export const formatDay = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
