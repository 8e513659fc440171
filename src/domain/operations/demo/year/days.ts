import type { DateTime } from 'luxon';

const SATURDAY = 6;

/** The next day after this one that is one of these weekdays (1 is Monday). */
export function nextWeekday(day: DateTime, weekdays: readonly number[]): DateTime {
  let next = day.plus({ days: 1 });
  while (!weekdays.includes(next.weekday)) next = next.plus({ days: 1 });
  return next;
}

/** This many Mondays to Fridays later; 0 is the day itself, or the Monday after a weekend. */
export function workdaysAfter(day: DateTime, count: number): DateTime {
  let next = day;
  for (let daysLeft = count; daysLeft > 0; daysLeft -= 1) next = nextWeekday(next, [1, 2, 3, 4, 5]);
  return next.weekday >= SATURDAY ? nextWeekday(next, [1]) : next;
}

export const dayBefore = (day: DateTime): DateTime => day.minus({ days: 1 });

/** Every day from one up to, not including, another that is one of these weekdays. */
export function listWeekdays(from: DateTime, to: DateTime, weekdays: readonly number[]): DateTime[] {
  const days: DateTime[] = [];
  for (let day = nextWeekday(dayBefore(from), weekdays); day < to; day = nextWeekday(day, weekdays)) days.push(day);
  return days;
}
