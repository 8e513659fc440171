import type { Knex } from 'knex';
import { queryRows, rawWith } from '../../../kernel/database/rows.js';
import type { Pace } from '../../../kernel/pace.js';
import type { IncomingOrder } from '../../../orders/intake/incoming.js';
import { readIdentity } from '../../../orders/intake/formats/read-file.js';
import { type StoredTwin, findExisting, existingFinder } from '../../../orders/intake/take-in.js';
import type { StoredOrder } from '../../../orders/pricing/locked-orders.js';
import { storableText } from '../../reading/storable.js';
import { type KnownRow, toStable } from '../proposals/compare.js';
import { readFeedRows, type RowReading } from './read-rows.js';
import { readRowTime } from './row-time.js';
import type { RefusedFeedRow } from '../schema.js';

/** A row with the order it would become. */
interface FreshRow {
  readonly next: IncomingOrder;
  readonly row: unknown;
}

/** Rows grouped by what they mean for their orders. */
export interface SortedRows {
  /** Rows of orders that do not exist here yet. */
  readonly freshRows: readonly FreshRow[];
  /** The row of each order that exists here. */
  readonly known: readonly (Omit<KnownRow, 'order'> & { readonly existing: Pick<StoredTwin, 'id'> })[];
  /** Rows of orders that exist here and have a newer one in `known`, with another ID and the same serial number. */
  readonly replaced: readonly unknown[];
  /** Rows of sales that were canceled before their first row arrived. */
  readonly canceledBefore: readonly unknown[];
  /**
   * Rows of orders that do not exist here and are older than one that was sent before, whose sale was canceled or
   * refused.
   */
  readonly older: readonly unknown[];
  readonly refusedRows: readonly (RefusedFeedRow & { readonly row: unknown })[];
  readonly existing: readonly StoredTwin[];
}

/** Groups rows by their orders. Of several rows of an order only the newest counts. */
export async function sortRows(
  db: Knex,
  all: readonly unknown[],
  reading: RowReading,
  pace: Pace,
): Promise<SortedRows> {
  const rows = newestRows(all, reading);
  const { orders, refusals } = await readFeedRows(rows, reading, pace);
  const existing = await findExisting(db, orders);
  const toExisting = existingFinder(existing);
  const toRecorded = await findRecorded(
    db,
    orders.filter((next) => !toExisting(next)),
  );
  const candidates = orders.map((next) => ({
    ...{ next, row: rows[next.index] },
    existing: toExisting(next) ?? toRecorded(next),
  }));
  const knownRows = candidates.flatMap(({ existing: order, ...one }) => (order ? [{ ...one, existing: order }] : []));
  const known = keepNewest(
    knownRows,
    ({ existing: { id } }) => id,
    ({ row }) => readRowTime(row, reading.times),
  );
  const newest = new Set(known);
  const unknownRows = candidates.flatMap(({ existing: order, ...one }) => (order ? [] : [one]));
  const validRows = unknownRows.filter(({ next }) => next.canceledOn === null);
  const isOlder = await findOlder(db, validRows, reading);
  return {
    existing,
    freshRows: validRows.filter((one) => !isOlder(one)),
    older: validRows.filter(isOlder).map(({ row }) => row),
    canceledBefore: unknownRows.filter(({ next }) => next.canceledOn !== null).map(({ row }) => row),
    known,
    replaced: knownRows.filter((one) => !newest.has(one)).map(({ row }) => row),
    refusedRows: refusals.map(({ index, serialNumber, reason }) => ({
      externalId: toStorable(readIdentity(rows[index], reading.mapping).externalId),
      ...{ serialNumber, reason, row: rows[index] },
    })),
  };
}

const toStorable = (id: string | null): string | null => (id === null ? null : storableText(id));

/** The IDs of the orders of the rows. */
export const getIds = ({ known }: Pick<SortedRows, 'known'>): string[] => known.map(({ existing }) => existing.id);

/** Rows with their stored orders. */
export const joinOrders = ({ known }: Pick<SortedRows, 'known'>, orders: readonly StoredOrder[]): KnownRow[] => {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return known.flatMap(({ existing, ...row }) => {
    const order = byId.get(existing.id);
    return order ? [{ ...row, order }] : [];
  });
};

const recordedSql = `
  select asked.id as "externalId", o.id
    from unnest(?::text[]) as asked (id)
      cross join feed_sources s
      cross join lateral (select order_id from feed_records where source_id = s.id and external_id = asked.id offset 0) r
      join orders o on o.id = r.order_id and o.external_id is null
    where not exists (select from feed_records x where x.order_id = o.id and x.external_id <> asked.id)`;

/**
 * Finds the orders that earlier rows with the same IDs belong to, of orders without an ID: they were found by serial
 * numbers, which rows may change. An order that rows with several IDs belong to is found by its serial number only.
 */
async function findRecorded(
  db: Knex,
  orders: readonly IncomingOrder[],
): Promise<(order: IncomingOrder) => Pick<StoredTwin, 'id'> | undefined> {
  const ids = orders.flatMap(({ externalId }) => externalId ?? []);
  if (ids.length === 0) return () => undefined;
  const found = await queryRows<Pick<StoredTwin, 'id' | 'externalId'>>(db.raw(recordedSql, [ids]));
  const byId = new Map(found.map((one) => [one.externalId, one]));
  return ({ externalId }) => (externalId === null ? undefined : byId.get(externalId));
}

/** The key of a row in the records of a source. */
const recordId = ({ next: { externalId, serialNumber } }: FreshRow): string => externalId ?? serialNumber;

const olderSql = `
  select distinct asked.id
    from unnest(cast(:ids as text[]), cast(:times as timestamptz[])) as asked (id, time)
      cross join feed_sources s
      cross join lateral (select row_time from feed_records where source_id = s.id and external_id = asked.id offset 0) r
    where r.row_time > asked.time`;

/** Finds rows that are older than what any source has sent about the same order before. */
async function findOlder(
  db: Knex,
  rows: readonly FreshRow[],
  reading: RowReading,
): Promise<(row: FreshRow) => boolean> {
  const timedRows = rows.flatMap((one) => {
    const time = readRowTime(one.row, reading.times);
    return time === null ? [] : [{ id: recordId(one), time: new Date(time) }];
  });
  if (timedRows.length === 0) return () => false;
  const bindings = { ids: timedRows.map(({ id }) => id), times: timedRows.map(({ time }) => time) };
  const older = new Set((await queryRows<{ id: string }>(rawWith(db, olderSql, bindings))).map(({ id }) => id));
  return (row) => older.has(recordId(row));
}

/** Of several rows of an order, the one changed last; without times, the last one. */
export const newestRows = (
  rows: readonly unknown[],
  { mapping, times }: Pick<RowReading, 'mapping' | 'times'>,
): unknown[] =>
  keepNewest(
    rows,
    (row) => getKey(row, mapping),
    (row) => readRowTime(row, times),
  );

/** Rows of one order have the same key. A row with neither an ID nor a serial number is another one if it differs. */
function getKey(row: unknown, mapping: RowReading['mapping']): string {
  const { externalId, serialNumber } = readIdentity(row, mapping);
  if (externalId !== null) return toStable({ externalId });
  return toStable(serialNumber === null ? row : { serialNumber: serialNumber.toLowerCase() });
}

/** Of those with the same key, the one with the latest time; without times, the last one. */
function keepNewest<T>(all: readonly T[], toKey: (one: T) => string, toTime: (one: T) => number | null): T[] {
  const newest = new Map<string, T>();
  for (const one of all) {
    const key = toKey(one);
    const earlier = newest.get(key);
    if (earlier === undefined || (toTime(one) ?? Infinity) >= (toTime(earlier) ?? -Infinity)) newest.set(key, one);
  }
  return [...newest.values()];
}
