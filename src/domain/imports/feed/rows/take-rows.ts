import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import type { Pace } from '../../../kernel/pace.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { lockNewOrders } from '../../../orders/intake/new-orders-lock.js';
import { lockOrders } from '../../../orders/pricing/locked-orders.js';
import { decideRows } from '../../order-files/plan.js';
import { importPlan } from '../../order-files/store-orders.js';
import { hideErased } from './hide-erased.js';
import { type ComparedRow, compareKnown, type RowResult } from '../proposals/compare.js';
import { type ProposalResult, proposeChanges, type ProposalRules } from '../proposals/propose.js';
import type { RowTimes } from './row-time.js';
import { getIds, joinOrders, type SortedRows, sortRows } from './sort-rows.js';
import type { FeedCounts, RefusedFeedRow } from '../schema.js';
import { readReading } from './read-rows.js';

/** Rows of a source as they arrived: JSON objects in the feed's format, in ours, or in one that the mapping reads. */
export interface FeedRows extends ProposalRules {
  readonly rows: readonly unknown[];
  /** Which field of the rows has the time of their last change; by default `timestamp`, in the company's time zone. */
  readonly times?: RowTimes;
}

/** The result for a row. */
export type FeedRowState = 'new' | 'unchanged' | 'applied' | 'proposed' | 'held' | 'older' | 'canceled' | 'refused';

export interface RowOutcome {
  readonly state: FeedRowState;
  /** Why it was refused; otherwise null. */
  readonly reason: string | null;
}

/** The results for all rows. */
export interface TakenRows extends Readonly<Omit<FeedCounts, 'refused'>> {
  readonly refusedRows: readonly RefusedFeedRow[];
  /** The import with the new orders, so that it can be undone; null without any. */
  readonly importId: string | null;
  /** The result of each row, without rows that were replaced by another one with the same key. */
  readonly outcomes: ReadonlyMap<unknown, RowOutcome>;
  /** The rows as parsed, and the orders that already existed. */
  readonly orders: ReadonlyMap<unknown, IncomingOrder>;
  readonly orderIds: ReadonlyMap<unknown, string>;
}

/**
 * Imports rows of a source. New orders become New. Rows of existing orders become proposals, or are accepted
 * automatically according to the rules. Canceled sales put their orders on hold. Rows are keyed by their orders,
 * never by their position: of several rows of an order, the one changed last counts, and one that is older than what
 * is known changes nothing. Importing the same rows again changes nothing.
 */
export async function takeRows(
  tx: WriteCtx,
  { rows: fileRows, times, ...rules }: FeedRows,
  pace: Pace,
): Promise<TakenRows> {
  await lockNewOrders(tx); // locked so that two runs cannot both find that an order is new
  const reading = await readReading(tx, { mapping: rules.mapping, times });
  const rows = await hideErased(tx.db, fileRows, reading.mapping);
  const sentAs = new Map(rows.map((row, n) => [row, fileRows[n]]));
  const toSent = (row: unknown): unknown => sentAs.get(row) ?? row;
  const groups = await sortRows(tx.db, rows, reading, pace);
  const orders = await lockOrders(tx.db, (q) => q.whereRaw('o.id = any(?)', [getIds(groups)]));
  const pairs = joinOrders(groups, orders);
  const results = await compareKnown(tx, pairs, reading, pace);
  const differingRows = results.filter((one): one is ComparedRow => typeof one !== 'string');
  const proposals = await proposeChanges(tx, differingRows, rules);
  const newOrders = await addNew(tx, groups, { source: rules.source, pace });
  const count = (what: 'unchanged' | 'older') => results.filter((one) => one === what).length;
  const toRefusal = ({ externalId, serialNumber, reason }: RefusedFeedRow) => ({ externalId, serialNumber, reason });
  const unchangedRows = differingRows.filter(
    ({ order: { id } }) => !proposals.applied.has(id) && !proposals.proposed.has(id),
  );
  const olderRows = [...groups.older, ...groups.replaced];
  return {
    ...{
      new: newOrders.new,
      importId: newOrders.importId,
      refusedRows: [...groups.refusedRows, ...newOrders.refused].map(toRefusal),
    },
    ...{ applied: proposals.applied.size, proposed: proposals.proposed.size, held: proposals.held.size },
    ...{ unchanged: count('unchanged') + unchangedRows.length, older: count('older') + olderRows.length },
    canceledBefore: groups.canceledBefore.length,
    orders: new Map([...groups.known, ...groups.freshRows].map(({ row, next }) => [toSent(row), next])),
    orderIds: new Map(pairs.map(({ row, order }) => [toSent(row), order.id])),
    outcomes: new Map(
      [
        ...pairs.map(({ row }, n) => [row, toOutcome(results[n] ?? 'unchanged', proposals)] as const),
        ...groups.freshRows.map(({ row }) => [row, outcome('new')] as const),
        ...olderRows.map((row) => [row, outcome('older')] as const),
        ...groups.canceledBefore.map((row) => [row, outcome('canceled')] as const),
        ...[...groups.refusedRows, ...newOrders.refused].map(
          ({ row, reason }) => [row, outcome('refused', reason)] as const,
        ),
      ].map(([row, what]) => [toSent(row), what]),
    ),
  };
}

const outcome = (state: FeedRowState, reason: string | null = null): RowOutcome => ({ state, reason });

function toOutcome(result: RowResult, { applied, proposed, held }: ProposalResult): RowOutcome {
  if (typeof result === 'string') return outcome(result);
  const { id } = result.order;
  if (held.has(id)) return outcome('held');
  return outcome(proposed.has(id) ? 'proposed' : applied.has(id) ? 'applied' : 'unchanged');
}

interface IntakeResult {
  readonly new: number;
  readonly importId: string | null;
  readonly refused: readonly (RefusedFeedRow & { readonly row: unknown })[];
}

async function addNew(
  tx: WriteCtx,
  { freshRows, existing }: SortedRows,
  { source, pace }: { readonly source: string; readonly pace: Pace },
): Promise<IntakeResult> {
  if (freshRows.length === 0) return { new: 0, importId: null, refused: [] };
  // the whole row is stored, whatever its format, because the next one is compared with it
  const orders = freshRows.map(({ next, row }) => ({ ...next, source: row }));
  const plan = decideRows({ orders, refusals: [], repeated: [] }, existing, () => 'keep', tx.actor);
  const outcome = await importPlan(tx, plan, {
    ...{ fileName: source, sha256: newId(), pace, refuse: () => undefined }, // its rows are read as changes, not as a file
  });
  const rowAt = new Map(freshRows.map(({ next, row }) => [next.index, row]));
  const refusals = outcome.rows.flatMap(({ index, state, serialNumber, reason, incoming }) =>
    state === 'refused'
      ? [{ externalId: incoming?.externalId ?? null, serialNumber, reason: reason ?? '', row: rowAt.get(index) }]
      : [],
  );
  return { new: outcome.ids.length, importId: outcome.import, refused: refusals };
}
