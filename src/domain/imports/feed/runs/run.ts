import type { Knex } from 'knex';
import { type ActorCtx, type Ctx, systemActor, type WriteCtx } from '../../../kernel/context.js';
import { mapColumns } from '../../../kernel/database/columns.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';
import { DomainError } from '../../../kernel/errors.js';
import { publish } from '../../../kernel/events.js';
import { newId } from '../../../kernel/ids.js';
import { Pace } from '../../../kernel/pace.js';
import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import type { TaskCtx } from '../../../kernel/queue/task.js';
import { inTransaction } from '../../../kernel/service.js';
import { brakeRows, stopRun } from './brake.js';
import { openCredential } from '../sources/credentials.js';
import { SourceFailure } from '../fetching/failure.js';
import { type FeedLimits, feedLimits } from '../fetching/limits.js';
import { failPull, finishPull } from './outcome.js';
import { getSourceParts, getKeys, getRules, type SourceParts } from '../queries.js';
import { type Cursor, firstCursor } from '../reading/cursor.js';
import { readFiles } from '../reading/read-files.js';
import { readPages } from '../reading/read-pages.js';
import { dropTaken, type LeasedRun, lockHeld, nextStaged, OvertakenRun } from '../reading/stage.js';
import { markGone, recordRows } from '../rows/records.js';
import { addTo, MOST_REFUSED, readCounts } from '../rules.js';
import type { FeedCounts } from '../schema.js';
import { takeRows, type TakenRows } from '../rows/take-rows.js';

/** The parts of the task that running a source needs. */
export type FeedTask = Pick<TaskCtx, 'db' | 'clock' | 'logger' | 'outside' | 'signal' | 'lastAttempt'>;

const UNEXPECTED = 'Something went wrong. We recorded the error.';

/**
 * Reads a source and then imports its orders. Continues where a killed worker stopped. A run that cannot be read
 * completely fails and imports nothing. Any unexpected error is thrown so that the run is retried.
 */
export async function runFeed(task: FeedTask, id: string, limits: FeedLimits = feedLimits): Promise<void> {
  const { outside, ...rest } = task;
  if (!outside) throw new Error('this worker cannot connect to other systems');
  const run = await beginRun(task.db, task.clock.now(), id);
  if (!run) return;
  const ctx: ActorCtx = { ...rest, outside, actor: systemActor('feed'), via: 'job', requestId: id };
  try {
    const cursor = await readSource({ ...task, outside, limits }, run);
    const brake = run.isReleased ? null : await brakeRows(ctx, run, run.source, new Pace(task.signal));
    await takeStaged(ctx, outside, run);
    const end = (tx: WriteCtx) =>
      brake ? stopRun(tx, run, { sourceId: run.source.id, brake }) : endRun(tx, run, cursor);
    await inTransaction(ctx, end, false);
  } catch (error) {
    if (error instanceof OvertakenRun) return;
    if (task.signal.aborted) throw error; // the worker stops; another one continues
    const refusal = error instanceof SourceFailure || error instanceof DomainError;
    if (refusal) return inTransaction(ctx, (tx) => failPull(tx, id, error.message), false);
    if (task.lastAttempt) await inTransaction(ctx, (tx) => failPull(tx, id, UNEXPECTED), false);
    throw error;
  }
}

/** Ends a successful run. Only the sales system itself sends all of its orders; files are parts. */
async function endRun(tx: WriteCtx, run: Run, cursor: Cursor): Promise<void> {
  const { id: runId, kind, source } = run;
  await finishPull(tx, run, { source, cursor });
  if (kind === 'full' && source.kind === 'rest') await markGone(tx.db, source.id, runId);
}

type Run = NonNullable<Awaited<ReturnType<typeof beginRun>>>;

interface RunRow extends Readonly<Record<'startedAt' | 'began' | 'since' | 'releasedBy', string | null>> {
  readonly sourceId: string;
  readonly kind: 'changed' | 'full';
  readonly cursor: Cursor | null;
}

/** Claims a run, at its beginning or where it was left; undefined if it has ended. */
async function beginRun(db: Knex, now: Date, id: string) {
  return db.transaction(async (tx) => {
    const row = await queryFirstRow<RunRow>(
      tx('feed_runs')
        .where({ id })
        .whereIn('state', ['waiting', 'running'])
        .forUpdate()
        .first(mapColumns('sourceId kind startedAt began since cursor releasedBy')),
    );
    if (!row) return undefined;
    const source = await getSourceParts(tx, row.sourceId);
    const isFirst = row.cursor === null;
    const since = isFirst ? getSince(row.kind, source) : readInstant(row.since);
    const kind = since === null ? 'full' : row.kind;
    const startedAt = readInstant(row.startedAt) ?? now;
    const lease = newId();
    const cursor = row.cursor ?? firstCursor;
    const changes = { state: 'running', lease, kind, since, started_at: startedAt, cursor: JSON.stringify(cursor) };
    await tx('feed_runs').where({ id }).update(changes);
    const isReleased = row.releasedBy !== null; // a user allowed it to continue although it changes much
    return { id, lease, kind, startedAt, since, cursor, source, isReleased, began: readInstant(row.began) };
  });
}

const readInstant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Since when to request changes: the last successful run, minus the overlap; null for everything. */
function getSince(kind: RunRow['kind'], { highWater, overlapMinutes, settings }: SourceParts): Date | null {
  if (kind === 'full' || highWater === null || settings.changedSinceParameter === '') return null;
  return new Date(Date.parse(highWater) - overlapMinutes * 60_000);
}

interface Means extends FeedTask {
  readonly outside: OutsideAccess;
  readonly limits: FeedLimits;
}

/** Stages all rows of the source. Throws `SourceFailure` unless all of them were read. */
async function readSource({ db, clock, outside, limits, signal }: Means, run: Run): Promise<Cursor> {
  const { source, cursor } = run;
  if (cursor.phase === 'apply') return cursor;
  const credential = openCredential(outside, source, source.sealed);
  const { address, settings, kind } = source;
  const means = { db, lease: run, keys: getKeys(source), outside, limits, signal };
  if (kind === 'upload' || kind === 'push') throw new SourceFailure('Nothing was sent.'); // staged before the run
  if (kind === 'url' || kind === 'folder')
    return readFiles({ ...means, sourceId: source.id, source: { kind, address, credential } }, cursor);
  const reading = {
    ...{ ...means, clock, since: run.since, startedAt: run.startedAt, overlapMs: source.overlapMinutes * 60_000 },
    source: { address, settings, credential },
    onPage: () => publish(db, { topic: 'sources', shopIds: [null] }),
  };
  return readPages(reading, cursor, run.began);
}

const CHUNK = 1000;
const MOST_WAITS = 20;
const WAIT_MS = 3000;

/** Imports the staged rows, some at a time, each batch with its counts in one transaction. */
async function takeStaged(ctx: Ctx, outside: OutsideAccess, run: Run): Promise<void> {
  const signal = ctx.signal ?? new AbortController().signal;
  for (let waits = 0; ;) {
    try {
      const rowCount = await inTransaction(ctx, (tx) => takeChunk(tx, run), false);
      if (rowCount === 0) return;
      waits = 0;
    } catch (error) {
      const isBusy = error instanceof DomainError && error.code === 'import-running';
      if (!isBusy || (waits += 1) > MOST_WAITS) throw error;
      await outside.pause(WAIT_MS, signal);
    }
  }
}

/** Imports the next rows; returns how many there were. */
async function takeChunk(tx: Parameters<typeof takeRows>[0], run: Run): Promise<number> {
  await lockHeld(tx.db, run);
  const chunk = await nextStaged(tx.db, run, CHUNK);
  if (chunk.length === 0) return 0;
  const rows = chunk.map(({ content }) => content);
  const outcome = await takeRows(tx, { rows, ...getRules(run.source) }, new Pace(tx.signal));
  await recordRows(tx, { source: run.source, runId: run.id, staged: chunk, taken: outcome });
  await addCounts(tx.db, run, outcome);
  await dropTaken(
    tx.db,
    run,
    chunk.map(({ externalId }) => externalId),
  );
  await tx.publish({ topic: 'sources', shopIds: [null] });
  return chunk.length;
}

async function addCounts(db: Knex, { id }: LeasedRun, { refusedRows, ...rowCounts }: TakenRows): Promise<void> {
  const row = await queryFirstRow<{ counts: Partial<FeedCounts>; refused: unknown[] }>(
    db('feed_runs').where({ id }).first('counts', 'refused'),
  );
  const counts = addTo(readCounts(row?.counts ?? {}), { ...rowCounts, refused: refusedRows.length });
  const refusals = [...(row?.refused ?? []), ...refusedRows].slice(0, MOST_REFUSED);
  await db('feed_runs')
    .where({ id })
    .update({ counts: JSON.stringify(counts), refused: JSON.stringify(refusals) });
}
