import type { Knex } from 'knex';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import { queryCount } from '../../kernel/database/rows.js';
import { isObject } from '../../kernel/objects.js';
import { newId } from '../../kernel/ids.js';
import { toCents } from '../../kernel/cents.js';
import type { Pace } from '../../kernel/pace.js';
import { openStatuses } from '../../kernel/order/status.js';
import type { IncomingOrder } from '../../orders/intake/incoming.js';
import { applyMapping } from '../../orders/intake/read-file.js';
import { lockNewOrders } from '../../orders/intake/new-orders-lock.js';
import { type Existing, findExisting } from '../../orders/intake/take-in.js';
import { lockOrders, readOrders, type StoredOrder } from '../../orders/pricing/locked-orders.js';
import { countRows, decideRows } from '../orders/plan.js';
import { storeOrders } from '../orders/store-orders.js';
import { openImport } from '../record.js';
import { type ComparedRow, compareKnown, type KnownRow, readRowTime, toStable } from './proposals/compare.js';
import { proposeChanges, type ProposalRules } from './proposals/propose.js';
import { readFeedRows, type RowReading } from './proposals/read-rows.js';
import { readReading } from './proposals/reading.js';

/** Rows of a source, as they came: JSON objects in the feed's format, in ours, or in one that the mapping reads. */
export interface FeedRows extends ProposalRules {
  readonly rows: readonly unknown[];
}

/** A row that cannot be taken, and why. */
export interface RefusedRow {
  readonly externalId: string | null;
  readonly serialNumber: string | null;
  readonly reason: string;
}

/** What rows did. */
export interface TakenRows {
  readonly new: number;
  readonly unchanged: number;
  /** Changes that wait for a person, and those that the rules took at once. */
  readonly proposed: number;
  readonly applied: number;
  /** Orders put on hold because their sale was canceled. */
  readonly held: number;
  /** Rows older than what is known of their order. */
  readonly older: number;
  /** Sales canceled before they came. */
  readonly canceledBefore: number;
  readonly refused: readonly RefusedRow[];
  /** The import that holds the new orders, so that it can be undone; null without any. */
  readonly importId: string | null;
}

/** Rows sorted by the order they are about. */
interface SortedRows {
  readonly freshRows: readonly unknown[];
  readonly fresh: readonly IncomingOrder[];
  readonly known: readonly (Omit<KnownRow, 'order'> & { readonly existing: Existing })[];
  readonly canceledBefore: number;
  readonly refused: readonly RefusedRow[];
  readonly existing: readonly Existing[];
}

/**
 * Takes rows of a source: new orders become New; rows of orders that are here become proposals, or are taken at once as
 * the rules say; canceled sales hold their orders. Rows are keyed by the source's ID, never by their place: of a row that
 * comes twice the one changed last is taken, and one that is older than what is known changes nothing. Taking the same
 * rows again changes nothing.
 */
export async function takeRows(tx: WriteCtx, { rows, ...rules }: FeedRows, pace: Pace): Promise<TakenRows> {
  await lockNewOrders(tx); // so that two runs cannot both find that an order is new
  const reading = await readReading(tx, rules.mapping);
  const sorted = await sortRows(tx.db, rows, reading, pace);
  const orders = await lockOrders(tx.db, (q) => q.whereRaw('o.id = any(?)', [idsOf(sorted)]));
  const results = await compareKnown(tx, join(sorted, orders), reading, pace);
  const changed = results.filter((one): one is ComparedRow => typeof one !== 'string');
  const proposed = await proposeChanges(tx, changed, rules);
  const added = await addNew(tx, sorted, { source: rules.source, pace });
  const count = (what: 'unchanged' | 'older') => results.filter((one) => one === what).length;
  return {
    ...{ new: added.new, importId: added.importId, refused: [...sorted.refused, ...added.refused] },
    ...{ applied: proposed.applied, proposed: proposed.proposed, held: proposed.held },
    ...{ unchanged: count('unchanged') + proposed.unchanged, older: count('older') },
    canceledBefore: sorted.canceledBefore,
  };
}

/** An order that a row changes, and what of it. */
export interface RowChange {
  readonly orderId: string;
  readonly serialNumber: string;
  readonly labels: readonly string[];
}

/** How much a run would change, to be compared with the limits of its source before anything is taken. */
export interface Assessment {
  /** Orders that are not invoiced or canceled. */
  readonly open: number;
  readonly changed: number;
  readonly canceled: number;
  /** How far sale amounts move altogether, in cents: rises and falls add up. */
  readonly moved: number;
  /** What changes in which order, facts apart. */
  readonly changes: readonly RowChange[];
  /** The rows of orders that are not here yet. */
  readonly newRows: readonly unknown[];
  /** The rows that differ from what is known. */
  readonly changedRows: readonly unknown[];
}

const CHUNK = 500;

/** Counts what rows would do. Changes nothing. */
export async function assessRows(
  ctx: ActorCtx,
  { rows, mapping }: Pick<FeedRows, 'rows' | 'mapping'>,
  pace: Pace,
): Promise<Assessment> {
  const reading = await readReading(ctx, mapping);
  const sorted = await sortRows(ctx.db, rows, reading, pace);
  const changed: ComparedRow[] = [];
  for (let at = 0; at < sorted.known.length; at += CHUNK) {
    const part = { ...sorted, known: sorted.known.slice(at, at + CHUNK) };
    const orders = await readOrders(ctx.db, (q) => q.whereRaw('o.id = any(?)', [idsOf(part)]));
    const results = await compareKnown(ctx, join(part, orders), reading, pace);
    changed.push(...results.filter((one): one is ComparedRow => typeof one !== 'string'));
  }
  const real = changed.filter(({ compared }) => compared.differences.some(({ part }) => part !== 'facts'));
  const cents = ({ total }: IncomingOrder) => (total === null ? null : toCents(total));
  const moved = real.map(({ base, next }) => Math.abs((cents(next) ?? 0) - (cents(base) ?? cents(next) ?? 0)));
  return {
    open: await countOpenOrders(ctx.db),
    changed: real.length,
    canceled: changed.filter(({ compared }) =>
      compared.differences.some(({ key, after }) => key === 'canceled' && after),
    ).length,
    moved: moved.reduce((sum, one) => sum + one, 0),
    changes: real.map(({ order: { id, serialNumber }, compared }) => ({
      ...{ orderId: id, serialNumber },
      labels: compared.differences.filter(({ part }) => part !== 'facts').map(({ label }) => label),
    })),
    newRows: sorted.freshRows,
    changedRows: changed.map(({ row }) => row),
  };
}

const countOpenOrders = (db: Knex): Promise<number> =>
  queryCount(db('orders').whereIn('status', ['New', ...openStatuses]));

const idsOf = ({ known }: SortedRows): string[] => known.map(({ existing }) => existing.id);

const join = ({ known }: SortedRows, orders: readonly StoredOrder[]): KnownRow[] => {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return known.flatMap(({ existing, ...row }) => {
    const order = byId.get(existing.id);
    return order ? [{ ...row, order }] : [];
  });
};

async function sortRows(db: Knex, all: readonly unknown[], reading: RowReading, pace: Pace): Promise<SortedRows> {
  const rows = newestRows(all, reading.mapping?.['externalId'] ?? reading.mapping?.['id']);
  const { orders, refused } = await readFeedRows(rows, reading, pace);
  const existing = await findExisting(db, orders);
  const byId = new Map(existing.flatMap((one) => (one.externalId === null ? [] : [[one.externalId, one] as const])));
  const bySerial = new Map(
    existing.flatMap((one) => (one.externalId === null ? [[one.serial.toLowerCase(), one] as const] : [])),
  );
  const found = orders.map((next) => ({
    next,
    existing: byId.get(next.externalId ?? '') ?? bySerial.get(next.serialNumber.toLowerCase()),
  }));
  const unknown = found.flatMap(({ next, existing: old }) => (old ? [] : [next]));
  const fresh = unknown.filter(({ canceledOn }) => canceledOn === null);
  return {
    existing,
    fresh,
    freshRows: fresh.map(({ index }) => rows[index]),
    canceledBefore: unknown.length - fresh.length,
    known: found.flatMap(({ next, existing: old }) => (old ? [{ next, row: rows[next.index], existing: old }] : [])),
    refused: refused.map(({ index, serialNumber, reason }) => ({
      ...{ externalId: idOf(rows[index]), serialNumber, reason },
    })),
  };
}

/** Of rows with the same ID the one changed last, or the last one where they do not say. */
export function newestRows(rows: readonly unknown[], path?: string): unknown[] {
  const newest = new Map<string, unknown>();
  for (const row of rows) {
    const key = idOf(row, path) ?? toStable(row); // a row without an ID is another one only if it differs
    const known = newest.get(key);
    if (known === undefined || (readRowTime(row) ?? Infinity) >= (readRowTime(known) ?? -Infinity))
      newest.set(key, row);
  }
  return [...newest.values()];
}

function idOf(row: unknown, path?: string): string | null {
  if (!isObject(row)) return null;
  const mapped = path ? applyMapping(row, { externalId: path })['externalId'] : null;
  const given = mapped ?? row['externalId'] ?? row['id'];
  return typeof given === 'string' || typeof given === 'number' ? String(given) : null;
}

async function addNew(
  tx: WriteCtx,
  { fresh, existing }: SortedRows,
  { source, pace }: { readonly source: string; readonly pace: Pace },
): Promise<{ new: number; importId: string | null; refused: RefusedRow[] }> {
  if (fresh.length === 0) return { new: 0, importId: null, refused: [] };
  const planned = decideRows({ orders: fresh, refused: [], repeated: [] }, existing, () => 'keep', tx.actor);
  const id = newId();
  await openImport(tx, { id, kind: 'orders', file_name: source, sha256: id, staged: false });
  const stored = await storeOrders(tx, planned, { importId: id, pace, refuse: () => undefined });
  const counts = countRows(stored.rows);
  const refused = stored.rows.flatMap(({ state, serialNumber, reason, incoming }) =>
    state === 'refused' ? [{ externalId: incoming?.externalId ?? null, serialNumber, reason: reason ?? '' }] : [],
  );
  if (stored.ids.length === 0) {
    await tx.db('imports').where({ id }).delete();
    return { new: 0, importId: null, refused };
  }
  await tx
    .db('imports')
    .where({ id })
    .update({ counts: JSON.stringify(counts) });
  await tx.audit({
    action: 'import',
    entity: 'order',
    ids: stored.ids,
    after: { file: source, import: id, ...counts },
  });
  return { new: stored.ids.length, importId: id, refused };
}
