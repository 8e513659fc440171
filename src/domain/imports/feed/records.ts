import type { Knex } from 'knex';
import { countWritten, queryRows, rawWith } from '../../kernel/database/rows.js';
import type { SourceParts } from './queries.js';
import type { StagedRow } from './reading/stage.js';

/** Records which rows a source has sent, the order of each, and in which runs it was seen first and last. */
export async function recordRows(
  db: Knex,
  { id }: Pick<SourceParts, 'id'>,
  runId: string,
  rows: readonly StagedRow[],
): Promise<void> {
  const ids = rows.map(({ externalId }) => externalId);
  const orders = await queryRows<{ id: string; externalId: string }>(
    db('orders').whereRaw('external_id = any(?)', [ids]).select('id', { externalId: 'external_id' }),
  );
  const orderOf = new Map(orders.map((order) => [order.externalId, order.id]));
  await countWritten(
    rawWith(
      db,
      `insert into feed_records (source_id, external_id, order_id, row_time, digest, first_seen_run, last_seen_run)
       select ?, r.id, r.order_id, r.time, encode(sha256(convert_to(r.content, 'UTF8')), 'hex'), ?, ?
       from unnest(?::text[], ?::uuid[], ?::timestamptz[], ?::text[]) as r (id, order_id, time, content)
       on conflict (source_id, external_id) do update set order_id = excluded.order_id, row_time = excluded.row_time,
         digest = excluded.digest, last_seen_run = excluded.last_seen_run`,
      [
        ...[id, runId, runId, ids],
        ids.map((externalId) => orderOf.get(externalId) ?? null),
        rows.map(({ rowTime }) => rowTime),
        rows.map(({ content }) => JSON.stringify(content)),
      ],
    ),
  );
}
