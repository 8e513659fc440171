import type { DateTime } from 'luxon';
import type { CompanyFile } from '../company-file.js';
import { dayBefore, nextWeekday, workdaysAfter } from './days.js';
import type { Dice } from './dice.js';
import { makeSeller, type Fault, type DemoFeedRow } from './sales.js';
import { crews, type Crew } from './staff.js';

/** The steps of an order, in sequence; most orders skip some. */
export const steps = [
  ...(['pushed', 'canceled', 'held', 'resumed', 'started', 'finished'] as const),
  ...(['invoiced', 'denied', 'adjusted', 'approved'] as const),
];
export type Step = (typeof steps)[number];

/** An order of the demo's year: its row in the feed, and the time of each step. */
export interface DemoOrder {
  readonly row: DemoFeedRow;
  readonly crew: Crew;
  readonly builder: string;
  readonly ordered: DateTime;
  readonly times: ReadonlyMap<Step, DateTime>;
  /** Whether it waits at its last step, where the weekly payments leave it. */
  readonly isWaiting: boolean;
  /** Whether its upload raises an alert that no user has accepted yet. */
  readonly isOpen: boolean;
}

/** The last steps of every shop's newest orders, newest first, so that every list of the product has records. */
const waitingSteps: readonly Step[] = [
  ...(['pushed', 'started', 'held', 'pushed', 'started', 'finished', 'invoiced', 'started'] as const),
  ...(['denied', 'adjusted', 'held', 'approved', 'finished', 'invoiced'] as const),
];

/** The share of sales in each month, from January. */
const season = [0.7, 0.8, 1.15, 1.35, 1.4, 1.25, 1.1, 1.05, 1.1, 1.0, 0.8, 0.65];
const GROWTH = 0.25;
const FIRST_NUMBER = 40_101;

/** The last day's orders that no one has reviewed yet. */
const faults: readonly Fault[] = [
  'loft',
  'loft',
  'loft',
  'ramp',
  'discounted',
  'discounted',
  'no shop',
  'no roof color',
];

/** Plans the orders sold from the first day until the day before the last, in the sequence of their days. */
export function planDemoOrders(
  company: CompanyFile,
  dice: Dice,
  { first, last, count }: { readonly first: DateTime; readonly last: DateTime; readonly count: number },
): DemoOrder[] {
  const sell = makeSeller(company, dice);
  const newestFaults = faults.map((fault): [DateTime, Fault] => [dayBefore(last), fault]);
  const regular = saleDays(dice, first, last, count - newestFaults.length).map((day): [DateTime, Fault | undefined] => [
    day,
    dice.chance(0.05) ? 'discounted' : undefined,
  ]);
  const orders = [...regular, ...newestFaults].map(([day, fault], n): DemoOrder => {
    const crew = dice.pickBy(crews, ({ share }) => share);
    const isOpen = n >= regular.length;
    return {
      row: sell({ number: FIRST_NUMBER + n, day, crew, fault }),
      ...{ crew, builder: dice.pick(crew.builders), ordered: day, isOpen, isWaiting: false },
      times: isOpen ? new Map() : planTimes(dice, day),
    };
  });
  return stopNewest(orders, last);
}

/** The day of each sale: more in spring than in winter, and more at the end than at the start. */
function saleDays(dice: Dice, first: DateTime, last: DateTime, count: number): DateTime[] {
  const length = Math.round(last.diff(first, 'days').days);
  const days = Array.from({ length }, (_, n) => first.plus({ days: n }));
  const weights = days.map((day, n) => {
    const ofWeek = day.weekday === 7 ? 0 : day.weekday === 6 ? 0.6 : 1;
    return ofWeek * (season[day.month - 1] ?? 1) * (1 + (GROWTH * n) / length);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const marks = Array.from({ length: count }, (_, n) => ((n + dice.next()) / count) * total);
  let at = 0;
  let weightSum = weights[0] ?? 0;
  return marks.map((mark) => {
    while (weightSum < mark && at < length - 1) weightSum += weights[(at += 1)] ?? 0;
    return days[at] ?? last;
  });
}

/**
 * The time of each step of an order that is sold on a day. The office uploads on Mondays and Thursdays, and decides
 * on Tuesdays and Thursdays.
 */
function planTimes(dice: Dice, orderedAt: DateTime): Map<Step, DateTime> {
  const times = new Map<Step, DateTime>();
  const at = (step: Step, day: DateTime, hour: number): DateTime => {
    times.set(step, day.set({ hour, minute: dice.between(0, 29) }));
    return day;
  };
  const pushedAt = nextWeekday(orderedAt, [1, 4]).set({ hour: 9, minute: 15 });
  times.set('pushed', pushedAt);
  if (dice.chance(0.03)) {
    at('canceled', workdaysAfter(pushedAt, dice.between(1, 4)), 11);
    return times;
  }
  const heldAt = dice.chance(0.07) ? at('held', workdaysAfter(pushedAt, 1), 10) : null;
  const resumedAt = heldAt && at('resumed', workdaysAfter(heldAt, dice.between(2, 9)), 11);
  const startedAt = at('started', workdaysAfter(resumedAt ?? pushedAt, dice.between(2, 9)), 12);
  const finishedAt = at('finished', workdaysAfter(startedAt, dice.between(2, 6)), 14);
  const invoicedAt = at('invoiced', workdaysAfter(finishedAt, dice.between(0, 1)), 15);
  const decidedAt = nextWeekday(invoicedAt, [2, 4]);
  const isDenied = dice.chance(0.06);
  if (isDenied) at('denied', decidedAt, 16);
  const adjustedAt = isDenied ? at('adjusted', workdaysAfter(decidedAt, 1), 16) : null;
  times.set('approved', nextWeekday(adjustedAt ?? invoicedAt, [2, 4]).set({ hour: 16, minute: 30 }));
  return times;
}

/** Leaves the newest orders of each shop at the `waitingSteps`. */
function stopNewest(orders: readonly DemoOrder[], last: DateTime): DemoOrder[] {
  const stops = new Map<DemoOrder, Step>();
  for (const crew of crews) {
    const pushedOrders = orders.filter(
      (o) => o.crew === crew && (o.times.get('pushed') ?? last) < last.minus({ days: 2 }),
    );
    waitingSteps.forEach((step, n) => {
      const order = pushedOrders.at(-1 - n);
      if (order) stops.set(order, step);
    });
  }
  return orders.map((order) => {
    const stop = stops.get(order);
    return stop ? { ...order, isWaiting: true, times: stopAt(order.times, stop, last) } : order;
  });
}

const hours: Readonly<Partial<Record<Step, number>>> = {
  held: 10,
  started: 12,
  finished: 14,
  invoiced: 15,
  denied: 16,
};
const pathTo: Readonly<Partial<Record<Step, readonly Step[]>>> = {
  held: ['held'],
  started: ['started'],
  finished: ['started', 'finished'],
  invoiced: ['started', 'finished', 'invoiced'],
  denied: ['started', 'finished', 'invoiced', 'denied'],
  adjusted: ['started', 'finished', 'invoiced', 'denied', 'adjusted'],
  approved: ['started', 'finished', 'invoiced', 'approved'],
};

/** The steps up to a last one, spread over the days between the push and the day before the last. */
function stopAt(before: ReadonlyMap<Step, DateTime>, stop: Step, last: DateTime): Map<Step, DateTime> {
  const pushedAt = before.get('pushed') ?? last;
  const days = Math.floor(last.diff(pushedAt, 'days').days);
  const path = pathTo[stop] ?? [];
  const share = stop === 'held' ? 0.2 : stop === 'started' ? 0.6 : 1;
  const times = new Map<Step, DateTime>([['pushed', pushedAt]]);
  path.forEach((step, n) => {
    const day = pushedAt.plus({ days: Math.floor((days * share * (n + 1)) / path.length) });
    times.set(step, day.set({ hour: hours[step] ?? 17, minute: 5 + n }));
  });
  return times;
}
