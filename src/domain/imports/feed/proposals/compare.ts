import type { Knex } from 'knex';
import type { ActorCtx } from '../../../kernel/context.js';
import { queryRows } from '../../../kernel/database/rows.js';
import type { Pace } from '../../../kernel/pace.js';
import { isObject, isPlainObject } from '../../../kernel/objects.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { isHeldFor } from './cancel.js';
import { readRowTime } from '../rows/row-time.js';
import type { EffectSide } from './effect.js';
import { asRow, compareRows, type RowComparison, withTaken } from './differences.js';
import { readRowText } from '../rows/row-text.js';
import { findChosenAddOns } from '../../../orders/intake/names.js';
import { readRows, type RowReading } from '../rows/read-rows.js';

/** A newer row of a stored order, compared with the last accepted row. */
export interface ComparedRow {
  readonly order: StoredOrder;
  /** The last accepted row as it arrived; null for an order that did not come from a source. */
  readonly baseRow: unknown;
  readonly base: IncomingOrder;
  readonly row: unknown;
  readonly next: IncomingOrder;
  readonly compared: RowComparison;
  /** The open proposal of this order, which this row replaces. */
  readonly open: OpenProposal | null;
  /** The order's stored figures. */
  readonly was: EffectSide;
}

/** What is known about an order's open proposal. */
export interface OpenProposal {
  readonly id: string;
  readonly orderId: string;
  readonly base: unknown;
  readonly row: unknown;
  /** The keys of the waiting changes; all other changes of its row were accepted. */
  readonly keys: readonly string[];
  /** Whether it cancels the sale, so that the order was put on hold already and the office knows. */
  readonly cancels: boolean;
  /** The day of the cancellation that it reports or withdraws; null if it does neither. */
  readonly canceledOn: string | null;
}

/** The row that an order is compared with, and its open proposal. */
interface Last {
  readonly source: unknown;
  readonly open: OpenProposal | null;
  readonly was: EffectSide;
}

/** The result for a row: nothing new, older than what is known, or compared. */
export type RowResult = 'unchanged' | 'older' | ComparedRow;

/** A row with its stored order. */
export interface KnownRow {
  readonly order: StoredOrder;
  readonly row: unknown;
  readonly next: IncomingOrder;
}

/** Compares rows with their orders; returns the results in the same sequence. */
export async function compareKnown(
  ctx: ActorCtx,
  rows: readonly KnownRow[],
  reading: RowReading,
  pace: Pace,
): Promise<RowResult[]> {
  const last = await readLast(
    ctx.db,
    rows.map(({ order }) => order.id),
  );
  const news = rows.map(({ order, row, next }) => {
    const { source, open, was } = last.get(order.id) ?? noRecord;
    return { order, row, next, open, was, baseRow: open ? open.base : source, lastRow: open ? open.row : source };
  });
  const states = await pace.map(news, ({ lastRow, row }) => {
    if (isSameRow(lastRow, row)) return 'unchanged';
    const [was, is] = [readRowTime(lastRow, reading.times), readRowTime(row, reading.times)];
    return was !== null && is !== null && is < was ? 'older' : 'newer';
  });
  const getRows = (pick: (one: (typeof news)[number]) => unknown) =>
    readRows(
      news.map((one, n) => (states[n] === 'newer' ? pick(one) : null)),
      reading,
      pace,
    );
  const bases = await getRows(({ baseRow }) => baseRow);
  const waitingRows = await getRows(({ open }) => open?.row ?? null);
  const chosen = await findChosenAddOns(ctx.db);
  return news.map(({ lastRow: _last, ...one }, n) => {
    const state = states[n] ?? 'unchanged';
    if (state !== 'newer') return state;
    const first = bases[n] ?? asRow(one.order);
    const last = waitingRows[n];
    const base = withHold(one.open && last ? withTaken(first, last, one.open.keys) : first, one);
    return { ...one, base, compared: compareRows(one.order, { base, next: one.next, chosen }) };
  });
}

/**
 * The last accepted row for a sale that is valid again: with the cancellation for which the order is still on hold, so
 * that its withdrawal waits for a user.
 */
function withHold(
  base: IncomingOrder,
  { order, open, next }: Pick<ComparedRow, 'order' | 'open' | 'next'>,
): IncomingOrder {
  const canceledOn = open?.canceledOn ?? null;
  if (canceledOn === null || next.canceledOn !== null || !isHeldFor(order, canceledOn)) return base;
  return { ...base, canceledOn };
}

const noRecord: Last = { source: null, open: null, was: { retail: 0, shopAmount: 0, cost: 0, profit: 0 } };

async function readLast(db: Knex, ids: readonly string[]): Promise<Map<string, Last>> {
  const rows = await queryRows<Pick<Last, 'open'> & EffectSide & { readonly id: string; readonly text: string | null }>(
    db.raw(
      `select o.id, s.source::text as text, o.grand_total_order as retail, o.grand_total_shop as "shopAmount",
          o.total_cost_company as cost, o.profit_dollars_company as profit, case when p.id is not null
            then jsonb_build_object('id', p.id, 'orderId', p.order_id, 'base', p.base, 'row', p.row,
              'keys', (select coalesce(jsonb_agg(d->'key'), '[]') from jsonb_array_elements(p.differences) d),
              'cancels', exists (select from jsonb_array_elements(p.differences) d
                where d->>'key' = 'canceled' and d->>'after' is not null),
              'canceledOn', (select coalesce(d->>'after', d->>'before') from jsonb_array_elements(p.differences) d
                where d->>'key' = 'canceled')) end as open
         from unnest(?::uuid[]) as asked(id) join orders o on o.id = asked.id
         left join order_sources s on s.order_id = o.id
         left join order_proposals p on p.order_id = o.id and p.state = 'open'`,
      [[...ids]],
    ),
  );
  return new Map(
    rows.map(({ id, text, open, ...was }) => [id, { source: text === null ? null : readRowText(text), open, was }]),
  );
}

/** Whether two rows have the same values, regardless of the sequence of their fields. */
export function isSameRow(a: unknown, b: unknown): boolean {
  if (!isObject(a) || !isObject(b)) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameRow(a[name], b[name]))
  );
}

/** A value as text, with its fields sorted by name. */
export const toStable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isPlainObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? '';
