/** How a number format shows a date number: as a date, a time of day or a duration. */
export type DateFormat = 'date' | 'time' | 'duration';
/** How a number format shows a number: as one of these, as a percent, or unformatted. */
export type NumberFormat = DateFormat | 'percent' | null;

const BUILT_IN = new Map<number, NumberFormat>();
for (const [from, to, format] of [
  [9, 10, 'percent'],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
] as const)
  for (let id = from; id <= to; id += 1) BUILT_IN.set(id, format);

/** The meaning of format numbers below 164, which a file does not have to define. */
export const builtInFormat = (id: number): NumberFormat => BUILT_IN.get(id) ?? null;

/**
 * The meaning of a format code. A d, m, y, h or s outside quotes, brackets and escapes makes a date or time;
 * otherwise a % makes a percent.
 */
export function getFormat(code: string): NumberFormat {
  const bareCode = code.replace(/\\.|_.|\*.|"[^"]*"?/gs, '');
  const [first = ''] = bareCode.split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'duration';
  const letters = first.replace(/\[[^\]]*\]/g, '').toLowerCase();
  if (letters.includes('general') || !/[dmyhs]/.test(letters)) return letters.includes('%') ? 'percent' : null;
  const time = /[hs]/.test(letters);
  return /[dy]/.test(letters) || !time ? 'date' : 'time';
}

const DAY_SECONDS = 86_400;
const LAST_SERIAL = 2_958_465; // 9999-12-31
const BEFORE_1900 = Date.UTC(1899, 11, 31);
const BEFORE_1900_MARCH = Date.UTC(1899, 11, 30); // spreadsheets count February 29, 1900 as day 60
const FIRST_1904 = Date.UTC(1904, 0, 1);

/**
 * A day number as ISO text, with its time if it has one; null if it is not a valid day, which a spreadsheet shows as
 * `###`.
 */
export function formatIso(serial: number, format: DateFormat, is1904: boolean): string | null {
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  if (!(seconds >= 0) || day > LAST_SERIAL) return null;
  if (format === 'duration') return clock(seconds);
  const time = clock(seconds - day * DAY_SECONDS);
  if (day === 0 && (format === 'time' || !is1904)) return time;
  const date = getDay(day, is1904);
  return time === '00:00:00' ? date : `${date}T${time}`;
}

/** ISO text in our form for cells: no time at midnight, no time zone, no fractions of a second. */
export function plainIso(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)?T?(?:(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?$/.exec(text.trim());
  if (!match) return text;
  const [, date, minutes, seconds = ':00'] = match;
  const time = minutes && minutes + seconds;
  if (!date) return time ?? text;
  return time && time !== '00:00:00' ? `${date}T${time}` : date;
}

function getDay(day: number, is1904: boolean): string {
  if (!is1904 && day === 60) return '1900-02-29';
  const start = is1904 ? FIRST_1904 : day < 60 ? BEFORE_1900 : BEFORE_1900_MARCH;
  return new Date(start + day * DAY_SECONDS * 1000).toISOString().slice(0, 10);
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
