import type { Knex } from 'knex';
import type { ActorCtx } from '../../../kernel/context.js';
import { queryCount } from '../../../kernel/database/rows.js';
import { toCents } from '../../../kernel/cents.js';
import type { Pace } from '../../../kernel/pace.js';
import { openStatuses } from '../../../kernel/order/status.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { readOrders } from '../../../orders/pricing/locked-orders.js';
import { type ComparedRow, compareKnown } from '../proposals/compare.js';
import { getIds, joinOrders, sortRows } from './sort-rows.js';
import type { FeedRows } from './take-rows.js';
import { readReading } from './read-rows.js';

/** An order that a row changes, and what changes. */
export interface OrderRowChange {
  readonly orderId: string;
  readonly serialNumber: string;
  readonly labels: readonly string[];
}

/** How much a run would change, to compare with the limits of its source before anything is imported. */
export interface Assessment {
  /** Orders that are not invoiced or canceled. */
  readonly open: number;
  readonly changed: number;
  readonly canceled: number;
  /** The sum of all changes of sale amounts, in cents; increases and decreases add up. */
  readonly moved: number;
  /** The changes of each order, except facts. */
  readonly changes: readonly OrderRowChange[];
  /** Rows of orders that do not exist here yet. */
  readonly newRows: readonly unknown[];
  /** Rows that differ from what is known, and those they replace. */
  readonly changedRows: readonly unknown[];
}

const CHUNK = 500;

/** Counts what rows would change, without changing anything. */
export async function assessRows(
  ctx: ActorCtx,
  { rows, mapping, times }: Pick<FeedRows, 'rows' | 'mapping' | 'times'>,
  pace: Pace,
): Promise<Assessment> {
  const reading = await readReading(ctx, { mapping, times });
  const groups = await sortRows(ctx.db, rows, reading, pace);
  const differingRows: ComparedRow[] = [];
  for (let at = 0; at < groups.known.length; at += CHUNK) {
    const part = { known: groups.known.slice(at, at + CHUNK) };
    const orders = await readOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [getIds(part)]));
    const results = await compareKnown(ctx, joinOrders(part, orders), reading, pace);
    differingRows.push(...results.filter((one): one is ComparedRow => typeof one !== 'string'));
  }
  const realChanges = differingRows.filter(({ compared }) => compared.differences.some(({ part }) => part !== 'facts'));
  const cents = ({ total }: IncomingOrder) => (total === null ? null : toCents(total));
  const movements = realChanges.map(({ base, next }) =>
    Math.abs((cents(next) ?? 0) - (cents(base) ?? cents(next) ?? 0)),
  );
  return {
    open: await countOpenOrders(ctx.db),
    changed: realChanges.length,
    canceled: differingRows.filter(({ compared }) =>
      compared.differences.some(({ key, after }) => key === 'canceled' && after),
    ).length,
    moved: movements.reduce((sum, one) => sum + one, 0),
    changes: realChanges.map(({ order: { id, serialNumber }, compared }) => ({
      ...{ orderId: id, serialNumber },
      labels: compared.differences.filter(({ part }) => part !== 'facts').map(({ label }) => label),
    })),
    newRows: groups.freshRows.map(({ row }) => row),
    changedRows: [...differingRows.map(({ row }) => row), ...groups.replaced],
  };
}

/** Counts the orders that are not invoiced or canceled. */
export const countOpenOrders = (db: Knex): Promise<number> =>
  queryCount(db('orders').whereIn('status', ['New', ...openStatuses]));
