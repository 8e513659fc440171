import type { Knex } from 'knex';
import { findWaitingNames } from '../../billing/approvals/queries.js';
import { findOrdersWithProposals } from '../../imports/feed/proposals/queries.js';
import type { NoticeKind } from '../../kernel/notices/kinds.js';
import type { NoticeLink } from '../../kernel/notices/places.js';
import type { WaitingRecord } from '../../kernel/notices/waiting.js';
import { plural } from '../../kernel/text/plural.js';
import { findHeldBack, findOverdueHolds } from '../../orders/reads/waiting-query.js';
import { findBelowOrderPoint } from '../../stock/demand-query.js';

/** A kind of notice that exists as long as records wait. */
interface WaitingKind {
  readonly kind: NoticeKind;
  readonly type: 'info' | 'warning';
  readonly find: (db: Knex, now: Date) => Promise<WaitingRecord[]>;
  /** A summary without names: `3 invoices wait for approval`. */
  readonly describe: (count: number) => string;
  readonly list: NoticeLink;
  /** What a single one opens; the list, if no screen shows a single one. */
  readonly open?: (id: string) => NoticeLink;
}

const DAY_MS = 86_400_000;
/** An order on hold counts from the eighth day, as on the home screen. */
const HOLD_DAYS = 7;

const openOrder = (id: string): NoticeLink => ({ to: 'order', id });

/** The kinds of notices about waiting records. */
export const waitingKinds: readonly WaitingKind[] = [
  {
    kind: 'orderAlerts',
    type: 'warning',
    find: findHeldBack,
    describe: (n) => `${n} New ${plural(n, 'order')} ${plural(n, 'has', 'have')} open alerts`,
    list: { to: 'newOrders' },
    open: openOrder,
  },
  {
    kind: 'proposals',
    type: 'info',
    find: findOrdersWithProposals,
    describe: (n) => `Changes from the sales system wait for ${n} ${plural(n, 'order')}`,
    list: { to: 'proposals' },
    open: openOrder,
  },
  {
    kind: 'holds',
    type: 'warning',
    find: (db, now) => findOverdueHolds(db, new Date(now.getTime() - HOLD_DAYS * DAY_MS)),
    describe: (n) => `${n} ${plural(n, 'order')} ${plural(n, 'has', 'have')} been On Hold for more than seven days`,
    list: { to: 'holds' },
    open: openOrder,
  },
  {
    kind: 'approvals',
    type: 'info',
    find: findWaitingNames,
    describe: (n) => `${n} ${plural(n, 'invoice')} ${plural(n, 'is', 'are')} waiting for approval`,
    list: { to: 'approvals' },
  },
  {
    kind: 'lowStock',
    type: 'warning',
    find: findBelowOrderPoint,
    describe: (n) =>
      `${n} ${plural(n, 'item')} ${plural(n, 'is', 'are')} below ${plural(n, 'its', 'their')} order point`,
    list: { to: 'demand' },
  },
];

const NAMED = 3;

/** What waits, with the first names: `4 orders have …: T-1, T-2, T-3 and 1 more.` */
export function describeWaiting({ describe }: WaitingKind, records: readonly WaitingRecord[]): string {
  const names = records.slice(0, NAMED).map(({ name }) => name);
  const more = records.length - names.length;
  return `${describe(records.length)}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
