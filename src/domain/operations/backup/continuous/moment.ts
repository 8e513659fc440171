import { DateTime } from 'luxon';

const withoutZone = ['yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd'T'HH:mm:ss"];

/**
 * Parses `2026-11-20 14:05` in a time zone, or an ISO time with its own offset. Null for any other text, and for a
 * time that the clock skipped that day. If the clock passed a time twice, the first one counts.
 */
export function parseMoment(text: string, zone: string): Date | null {
  for (const format of withoutZone) {
    const local = DateTime.fromFormat(text, format, { zone });
    if (!local.isValid) continue;
    const [first] = local.getPossibleOffsets();
    return first?.toFormat(format) === text ? first.toJSDate() : null;
  }
  if (!/(Z|[+-]\d\d:?\d\d)$/.test(text)) return null;
  const exact = DateTime.fromISO(text.replace(' ', 'T'));
  return exact.isValid ? exact.toJSDate() : null;
}

/** Formats a moment in the company's time zone, with the name of the zone. */
export const formatMoment = (moment: Date, zone: string): string =>
  `${DateTime.fromJSDate(moment, { zone }).toFormat('yyyy-MM-dd HH:mm:ss')} (${zone})`;
