import type { Knex } from 'knex';
import type { WriteCtx } from '../../../kernel/context.js';
import { countWritten, queryOnlyRow, rawWith } from '../../../kernel/database/rows.js';
import { Pace } from '../../../kernel/pace.js';
import { findExisting, existingFinder } from '../../../orders/intake/take-in.js';
import type { SourceParts } from '../queries.js';
import { hashContent } from '../reading/row-marks.js';
import type { StagedRow } from '../reading/stage.js';
import { toRowText } from './row-text.js';
import { type RowSummary, summarizeRows } from './row-summary.js';
import type { TakenRows } from './take-rows.js';
import { readReading } from './read-rows.js';

/** Imported rows of a run. */
interface RecordedRows {
  readonly source: Pick<SourceParts, 'id' | 'mapping'>;
  readonly runId: string;
  readonly staged: readonly StagedRow[];
  /** Their results. */
  readonly taken: Pick<TakenRows, 'refusedRows' | 'orders' | 'orderIds'>;
}

/** The columns that a newer row replaces and an older one leaves unchanged. */
const valueColumns = ['row_time', 'digest', 'ordered_on', 'shop', 'serial', 'total', 'canceled', 'refused'] as const;
const keepNewest = valueColumns
  .map((name) => `${name} = case when excluded.row_time < f.row_time then f.${name} else excluded.${name} end`)
  .join(', ');

const recordSql = `
  insert into feed_records as f (source_id, external_id, order_id, row_time, digest, first_seen_run, last_seen_run,
      seen_at, ordered_on, shop, serial, total, canceled, refused)
    select :sourceId, r.id, r.order_id, r.time, r.digest, :runId, :runId,
      :now, r.ordered_on, r.shop, r.serial, r.total, r.canceled, r.refused
    from unnest(cast(:ids as text[]), cast(:orders as uuid[]), cast(:times as timestamptz[]), cast(:digests as text[]),
        cast(:days as date[]), cast(:shops as text[]), cast(:serials as text[]), cast(:totals as bigint[]),
        cast(:canceled as boolean[]), cast(:refused as text[]))
      as r (id, order_id, time, digest, ordered_on, shop, serial, total, canceled, refused)
    on conflict (source_id, external_id) do update set order_id = excluded.order_id, gone = false,
      last_seen_run = excluded.last_seen_run, seen_at = excluded.seen_at, ${keepNewest}`;

/**
 * Records which rows a source has sent, with each row's order and values, and the runs in which it was first and last
 * seen. A row older than the recorded one changes only when it was last seen. Returns the order of each row; null for
 * a row without one.
 */
export async function recordRows(
  tx: WriteCtx,
  { source, runId, staged, taken }: RecordedRows,
): Promise<(string | null)[]> {
  const rows = staged.map(({ content }) => content);
  const reading = await readReading(tx, source);
  const summaries = await summarizeRows(rows, taken.orders, reading, new Pace(tx.signal));
  const reasons = new Map(taken.refusedRows.map(({ externalId, reason }) => [externalId, reason]));
  const foundIds = await findOrders(
    tx.db,
    summaries.map((one, n) => (taken.orderIds.has(rows[n]) ? { order: null } : one)),
  );
  const orders = rows.map((row, n) => taken.orderIds.get(row) ?? foundIds[n] ?? null);
  const readId = (n: number) => summaries[n]?.order?.externalId ?? staged[n]?.externalId ?? null;
  await countWritten(
    rawWith(tx.db, recordSql, {
      ...{ sourceId: source.id, runId, now: tx.clock.now() },
      ids: staged.map(({ externalId }) => externalId),
      orders,
      times: staged.map(({ rowTime }) => rowTime),
      digests: staged.map(getDigest),
      days: summaries.map(({ orderedOn }) => orderedOn),
      shops: summaries.map(({ shop }) => shop),
      serials: summaries.map(({ serial }) => serial),
      totals: summaries.map(({ total }) => total),
      canceled: summaries.map(({ canceled }) => canceled),
      refused: summaries.map((one, n) => one.refused ?? reasons.get(readId(n)) ?? null),
    }),
  );
  return orders;
}

const recordedSql = `
  select count(*)::int as n
    from unnest(cast(:ids as text[]), cast(:digests as text[])) as r (id, digest)
      cross join lateral (select digest from feed_records
        where source_id = :sourceId and external_id = r.id offset 0) f
    where f.digest = r.digest`;

const getDigest = ({ content, digest }: Pick<StagedRow, 'content' | 'digest'>): string =>
  digest ?? hashContent(toRowText(content));

/** Whether a source has sent all of these rows before without differences. */
export async function areRecorded(
  db: Knex,
  sourceId: string,
  rows: readonly Pick<StagedRow, 'externalId' | 'content'>[],
): Promise<boolean> {
  const bindings = {
    sourceId,
    ids: rows.map(({ externalId }) => externalId),
    digests: rows.map(getDigest),
  };
  const { n } = await queryOnlyRow<{ n: number }>(rawWith(db, recordedSql, bindings));
  return n === rows.length;
}

/** The order of each row: by its ID, or by its serial number if the order has no ID; null for a row without one. */
async function findOrders(db: Knex, summaries: readonly Pick<RowSummary, 'order'>[]): Promise<(string | null)[]> {
  const orders = summaries.flatMap(({ order }) => order ?? []);
  const toExisting = existingFinder(await findExisting(db, orders));
  return summaries.map(({ order }) => (order && toExisting(order)?.id) ?? null);
}

/** Marks records that a complete run of a source did not send, because the source no longer has them. */
export async function markGone(db: Knex, sourceId: string, runId: string): Promise<void> {
  await db('feed_records')
    .where({ source_id: sourceId, gone: false })
    .whereNot('last_seen_run', runId)
    .update({ gone: true });
}
