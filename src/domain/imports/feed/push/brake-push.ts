import type { Knex } from 'knex';
import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { queryFirstRow, queryOnlyRow } from '../../../kernel/database/rows.js';
import type { Pace } from '../../../kernel/pace.js';
import { type Assessment, assessRows } from '../rows/assess-rows.js';
import { type Brake, decideBrake, holdStaged } from '../runs/brake.js';
import { notifySourceOwner } from '../runs/outcome.js';
import { getTimes, type SourceParts } from '../queries.js';
import { firstCursor, nextPhase } from '../reading/cursor.js';
import type { KeyedRow } from '../reading/keyed-rows.js';
import { stageRows } from '../reading/stage.js';

/** How much a push changes, and whether that is too much. */
export interface PushAssessment {
  readonly assessment: Assessment;
  /** Why the rows of existing orders wait; null if they do not. */
  readonly brake: Brake | null;
}

const WINDOW_MS = 3_600_000;

/**
 * Counts what a push would change, together with what was pushed within the last hour, because orders arrive one by
 * one.
 */
export async function assessPush(
  tx: WriteCtx,
  source: SourceParts,
  rows: readonly unknown[],
  pace: Pace,
): Promise<PushAssessment> {
  const assessment = await assessRows(tx, { rows, mapping: source.mapping, times: getTimes(source) }, pace);
  const { changed, canceled, moved } = assessment;
  if (changed === 0) return { assessment, brake: null };
  const before = await sumLately(tx.db, source.id, new Date(tx.clock.now().getTime() - WINDOW_MS));
  const all = {
    ...assessment,
    ...{ changed: changed + before.changed, canceled: canceled + before.canceled, moved: moved + before.moved },
  };
  return { assessment, brake: decideBrake(all, source.settings) };
}

/** What pushes since `since` changed, without what a user has allowed since. */
const sumLately = (db: Knex, sourceId: string, since: Date) =>
  queryOnlyRow<{ changed: number; canceled: number; moved: number }>(
    db.raw(
      `select coalesce(sum((assessed->>'changed')::int), 0)::int as changed,
          coalesce(sum((assessed->>'canceled')::int), 0)::int as canceled,
          coalesce(sum((assessed->>'moved')::bigint), 0)::bigint as moved
         from feed_runs where source_id = :sourceId and created_at > :since and state = 'done'
           and created_at > coalesce((select max(finished_at) from feed_runs
             where source_id = :sourceId and released_by is not null and finished_at > :since), :since)`,
      { sourceId, since },
    ),
  );

/**
 * Adds rows to those that wait for a user. After their release, a worker imports them. The owner is notified when the
 * first of them waits.
 */
export async function waitForPerson(
  tx: WriteCtx,
  source: SourceParts,
  { rows, brake }: { readonly rows: readonly KeyedRow[]; readonly brake: Brake },
): Promise<void> {
  const openRun = await queryFirstRow<{ id: string }>(
    tx.db('feed_runs').where({ source_id: source.id, state: 'braked' }).orderBy('created_at').forUpdate().first('id'),
  );
  const now = tx.clock.now();
  const id = openRun?.id ?? newId();
  const waits = { brake: JSON.stringify(brake), message: `It is waiting for you: ${brake.why}`, finished_at: now };
  if (openRun) await tx.db('feed_runs').where({ id }).update(waits);
  else
    await tx.db('feed_runs').insert({
      ...{ id, source_id: source.id, kind: 'changed', cause: 'push', state: 'braked', ...waits },
      ...{ due_at: now, created_at: now, started_at: now, cursor: JSON.stringify(nextPhase(firstCursor, 'apply')) },
    });
  await stageRows(tx.db, id, rows, 1);
  await holdStaged(
    tx.db,
    id,
    rows.map(({ externalId }) => externalId),
  );
  await tx
    .db('feed_runs')
    .where({ id })
    .update({ read_count: tx.db.raw('(select count(*) from feed_staged where run_id = ?)', [id]) });
  if (!openRun)
    await notifySourceOwner(tx, source.id, { what: 'pushed changes are waiting for you', message: brake.why });
}
