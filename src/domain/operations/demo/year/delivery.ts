import { DateTime } from 'luxon';
import { updateOrder } from '../../../billing/invoices/life/change-order.js';
import type { Books } from './building.js';
import { workdaysAfter } from './days.js';
import type { DemoOrder } from './plan.js';
import type { Act } from './play.js';
import { office } from './staff.js';

const drivers = ['Wes Hartley', 'Ray Pruitt', 'Gus Dalton', 'Lyle Brewer'] as const;

/** The office enters each delivery and its driver, on the planned day or soon after. Some sheds are late at the end. */
export function deliveryActs(orders: readonly DemoOrder[], books: Books, last: DateTime): Act[] {
  return orders.flatMap((order, n) => {
    const { crew, row, times } = order;
    const [finishedAt, plannedFor] = [times.get('finished'), row['dateScheduledForDelivery']];
    if (!finishedAt || typeof plannedFor !== 'string') return [];
    const soonest = DateTime.max(DateTime.fromISO(plannedFor, { zone: finishedAt.zone }), finishedAt.plus({ days: 1 }));
    const at = workdaysAfter(soonest, n % 6 === 0 ? 2 : 0).set({ hour: 17, minute: 30 });
    if (at >= last.minus({ days: 1 })) return [];
    const driver = drivers[n % drivers.length] ?? null;
    const change = { dateDelivered: at.toISODate(), driver };
    return [{ at, crew, play: (as) => updateOrder(as(office.clerk), { id: books.order(order), ...change }) }];
  });
}
