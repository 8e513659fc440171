import type { DateTime } from 'luxon';
import { createAnnouncement, markAnnouncementRead } from '../../../messaging/announcements/service.js';
import { markCommentsRead, createComment } from '../../../messaging/messages/service.js';
import { createTicket } from '../../../messaging/tickets/service.js';
import { updateTicket } from '../../../messaging/tickets/answer.js';
import type { Books } from './building.js';
import { dayBefore, listWeekdays, nextWeekday } from './days.js';
import type { Dice } from './dice.js';
import type { DemoOrder } from './plan.js';
import type { Act } from './play.js';
import { crews, office, type Crew } from './staff.js';
import { announcements, questions, requests, tickets } from './words.js';

/** The clerk of the office, whom shops mention by name. */
const MENTIONED = 'Owen Price';

interface Span {
  readonly first: DateTime;
  readonly last: DateTime;
}

/** Questions of shops and requests of the office, with their answers; yesterday's are unread. */
export function messageActs(orders: readonly DemoOrder[], books: Books, dice: Dice, { first, last }: Span): Act[] {
  const talk = (at: DateTime, crew: Crew, isAnswered: boolean): Act[] => {
    const openOrders = orders.filter(
      ({ crew: orderCrew, times, ordered }) =>
        orderCrew === crew && isBetween(times.get('pushed'), at) && at.diff(ordered, 'days').days < 45,
    );
    const order = openOrders.length > 0 ? dice.pick(openOrders) : null;
    if (!order) return [];
    const isQuestion = dice.chance(0.6);
    const [text = '', answer = ''] = dice.pick<readonly string[]>(isQuestion ? questions : requests);
    const [from, to] = isQuestion ? [crew.clerk, office.clerk] : [office.clerk, crew.clerk];
    const write = (when: DateTime, who: string, content: string): Act => ({
      ...{ at: when, crew },
      play: (as) => createComment(as(who), { content, order: books.order(order) }),
    });
    return isAnswered ? [write(at, from, text), write(at.plus({ minutes: 95 }), to, answer)] : [write(at, from, text)];
  };
  const weeks = listWeekdays(first.plus({ days: 14 }), last.minus({ days: 4 }), [2, 3]);
  const past = weeks.flatMap((day) => talk(day.set({ hour: 10, minute: dice.between(0, 59) }), dice.pick(crews), true));
  const readDays = listWeekdays(first, last.minus({ days: 2 }), [5]).filter((_, n, all) => (all.length - n) % 2 === 1);
  const readers = [office.clerk, ...crews.map(({ clerk }) => clerk)];
  const marks = readDays.flatMap((day) =>
    readers.map((who): Act => ({ at: day.set({ hour: 16, minute: 50 }), play: (as) => markCommentsRead(as(who), {}) })),
  );
  const yesterday = dayBefore(last).set({ hour: 15, minute: 20 });
  const unread = crews.flatMap((crew, n) =>
    [questions[n % questions.length], requests[n % requests.length]].flatMap((pair, side) => {
      const order = orders.findLast((one) => one.crew === crew && isBetween(one.times.get('pushed'), yesterday));
      if (!order || !pair) return [];
      const who = side === 0 ? crew.clerk : office.clerk;
      const mention = side === 0 && n === 0 ? `@${MENTIONED} ` : '';
      const at = yesterday.plus({ minutes: 7 * n + side });
      return [
        {
          at,
          crew,
          play: (as): Promise<unknown> =>
            createComment(as(who), { content: `${mention}${pair[0]}`, order: books.order(order) }),
        } satisfies Act,
      ];
    }),
  );
  return [...past, ...marks, ...unread];
}

const isBetween = (pushedAt: DateTime | undefined, at: DateTime): boolean => pushedAt !== undefined && pushedAt < at;

/** Announcements over the whole time. Everyone has read the older ones, and no one the newest of each kind. */
export function announcementActs(
  readers: { readonly all: readonly string[]; readonly office: readonly string[] },
  dice: Dice,
  { first, last }: Span,
): Act[] {
  const step = last.diff(first, 'days').days / announcements.length;
  return announcements.flatMap(([msg, storMorSpecific], n): Act[] => {
    const at = nextWeekday(first.plus({ days: Math.floor(n * step) }), [1, 2, 3, 4, 5]).set({ hour: 8, minute: 30 });
    const people = storMorSpecific ? readers.office : readers.all;
    let id = '';
    const publish: Act = {
      at,
      play: async (as) => {
        id = (await createAnnouncement(as(office.admin), { msg, storMorSpecific })).item._id;
      },
    };
    if (n >= announcements.length - 2) return [publish];
    const acts = people.map((who): Act => ({
      at: at.plus({ minutes: dice.between(20, 600) }),
      play: (as) => markAnnouncementRead(as(who), { id }),
    }));
    return [publish, ...acts];
  });
}

/** A support ticket of each user. The two oldest, and that of the Office Admin who answers, have no answer. */
export function ticketActs(people: readonly string[], dice: Dice, { last }: Span): Act[] {
  return people.flatMap((who, n): Act[] => {
    const at = last.minus({ days: 1 + n }).set({ hour: 11, minute: dice.between(0, 59) });
    const ticket = tickets[n % tickets.length];
    let id = '';
    if (!ticket) return [];
    const ask: Act = {
      at,
      play: async (as) => {
        id = (await createTicket(as(who), { description: ticket.text, priority: ticket.priority }))._id;
      },
    };
    const answer: Act = {
      at: at.plus({ hours: 3 }),
      play: (as) => updateTicket(as(office.admin), { id, answer: ticket.answer }),
    };
    return who === office.admin || n >= people.length - 2 ? [ask] : [ask, answer];
  });
}
