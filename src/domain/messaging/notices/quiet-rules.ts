import { DateTime } from 'luxon';

/** The hours during which a user gets no email, in minutes after midnight. They may span midnight. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** The time of day, in the company's time zone, at which digests are due, in minutes after midnight. */
export const DIGEST_MINUTE = 7 * 60;

/** When an email can be sent: now, or when the quiet hours end. `zone` is the company's. */
export function endQuiet(now: Date, zone: string, quiet: QuietHours | null): Date {
  if (!quiet) return now;
  const local = DateTime.fromJSDate(now, { zone });
  const minute = local.hour * 60 + local.minute;
  const { from, to } = quiet;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!isQuiet) return now;
  const day = from > to && minute >= from ? local.plus({ days: 1 }) : local;
  const end = day.startOf('day').set({ hour: Math.floor(to / 60), minute: to % 60 });
  return end.toJSDate() > now ? end.toJSDate() : now;
}

export const digestPeriods = ['daily', 'weekly'] as const;
export type DigestPeriod = (typeof digestPeriods)[number];

/**
 * The day of the digest that is due (today, or the Monday of this week), and from when on. A digest that could not be
 * sent in time is sent later, but not after its period.
 */
export function dueDigest(
  period: DigestPeriod,
  now: Date,
  zone: string,
): { readonly day: string; readonly dueAt: Date } {
  const local = DateTime.fromJSDate(now, { zone });
  const day = period === 'daily' ? local.startOf('day') : local.startOf('week');
  const dueAt = day.set({ hour: Math.floor(DIGEST_MINUTE / 60), minute: DIGEST_MINUTE % 60 });
  return { day: day.toISODate() ?? '', dueAt: dueAt.toJSDate() };
}

/**
 * The days of the digests that may be sent now: that of today or of this week's Monday, from seven on and outside
 * quiet hours; and the previous one, if its quiet hours lasted into today.
 */
export function dueDigests(period: DigestPeriod, now: Date, zone: string, quiet: QuietHours | null): string[] {
  const current = dueDigest(period, now, zone);
  const before = dueDigest(period, DateTime.fromISO(current.day, { zone }).minus({ days: 1 }).toJSDate(), zone);
  const start = DateTime.fromISO(current.day, { zone }).toJSDate();
  const isLate = endQuiet(before.dueAt, zone, quiet) >= start;
  return [...(isLate ? [before] : []), current]
    .filter(({ dueAt }) => endQuiet(dueAt, zone, quiet) <= now && endQuiet(now, zone, quiet) <= now)
    .map(({ day }) => day);
}

/** Formats minutes after midnight as `07:30`. */
export const formatMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Parses `07:30` to minutes after midnight. */
export function parseMinute(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
