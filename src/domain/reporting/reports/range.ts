import { DateTime } from 'luxon';
import { z } from 'zod';
import { rangeNames } from './rules.js';

export const RangeName = z.enum(rangeNames, `must be one of: ${rangeNames.join(', ')}`);
export type RangeName = z.output<typeof RangeName>;

/** From an instant (inclusive) to another (exclusive). */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/**
 * The span of a relative range at `now` in `zone`. The last 31 days include today; the invoice window runs from Monday
 * 07:00 two weeks ago to this week's Monday 20:00.
 */
export function getSpan(name: RangeName, zone: string, now: Date): Span {
  const local = DateTime.fromJSDate(now, { zone });
  if (name === 'invoice-window') {
    const monday = local.startOf('week');
    return spanFrom(monday.minus({ days: 14 }).set({ hour: 7 }), monday.set({ hour: 20 }));
  }
  if (name === 'today') return getWhole(local, 'day');
  if (name === 'yesterday') return getWhole(local.minus({ days: 1 }), 'day');
  if (name === 'last-31-days') {
    const { from, until } = getWhole(local, 'day');
    return { from: DateTime.fromJSDate(from, { zone }).minus({ days: 30 }).toJSDate(), until };
  }
  const [which, unit] = name.split('-') as ['this' | 'last' | 'previous', Unit]; // the remaining names consist of two words
  return getWhole(which === 'this' ? local : local.minus({ [unit]: 1 }), unit);
}

/**
 * A span from one moment to another, both included: a day (`2026-03-31`) means the whole day in `zone`, a time
 * (`2026-03-31T20:00:00Z`) means that instant.
 */
export function spanOfDates([first, last]: readonly [string, string], zone: string): Span {
  const at = (text: string) => DateTime.fromISO(text, { zone });
  const until = isDay(last) ? at(last).plus({ days: 1 }) : at(last).plus({ milliseconds: 1 });
  return spanFrom(at(first), until);
}

/** The first and last day in `zone` that overlap a span, as `2026-03-02`. */
export function getDays({ from, until }: Span, zone: string): { readonly first: string; readonly last: string } {
  const day = (at: number) => DateTime.fromMillis(at, { zone }).toFormat('yyyy-MM-dd');
  return { first: day(from.getTime()), last: day(until.getTime() - 1) };
}

/** Formats a span: `01/01/2026 - 03/31/2026`, with times if it is not whole days. */
export function formatWords({ from, until }: Span, zone: string): string {
  const [first, end] = [DateTime.fromJSDate(from, { zone }), DateTime.fromJSDate(until, { zone })];
  const isWhole = [first, end].every((at) => at.toMillis() === at.startOf('day').toMillis());
  const [format, last] = isWhole ? ['MM/dd/yyyy', end.minus({ milliseconds: 1 })] : ['MM/dd/yyyy HH:mm', end];
  const words = [first.toFormat(format), last.toFormat(format)];
  return words[0] === words[1] ? (words[0] ?? '') : words.join(' - ');
}

const isDay = (text: string): boolean => text.length === 10;

const getWhole = (at: DateTime, unit: Unit): Span => {
  const from = at.startOf(unit);
  return spanFrom(from, from.plus({ [unit]: 1 }));
};

const spanFrom = (from: DateTime, until: DateTime): Span => ({ from: from.toJSDate(), until: until.toJSDate() });
