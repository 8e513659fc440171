import type { WriteCtx } from '../../../kernel/context.js';
import { queryFirstRow, queryOnlyRow, queryRows } from '../../../kernel/database/rows.js';
import { plural } from '../../../kernel/text/plural.js';
import { toEntries } from '../../../kernel/objects.js';
import { notifyOwner } from '../../../messaging/outbox/owner.js';
import type { SourceParts } from '../queries.js';
import type { Cursor } from '../reading/cursor.js';
import { describeNotes, newestTypes } from '../reading/notes.js';
import { type LeasedRun, lockHeld } from '../reading/stage.js';
import { readCounts } from '../rules.js';
import type { FeedCounts } from '../schema.js';

interface EndedRun {
  readonly source: SourceParts;
  readonly cursor: Cursor;
}

/** Ends a run whose rows are all imported. Changes from before it started will not be requested again. */
export async function finishPull(tx: WriteCtx, lease: LeasedRun, { source, cursor }: EndedRun): Promise<void> {
  await lockHeld(tx.db, lease);
  if (source.kind !== 'push') await replaceBraked(tx, source.id);
  const now = tx.clock.now();
  const run = await queryOnlyRow<{ read: number; counts: Partial<FeedCounts>; began: string | null }>(
    tx.db('feed_runs').where({ id: lease.id }).first({ read: 'read_count', counts: 'counts', began: 'began' }),
  );
  const takenCounts = readCounts(run.counts);
  const counts = { ...takenCounts, refused: takenCounts.refused + cursor.notes.nameless };
  await tx
    .db('feed_runs')
    .where({ id: lease.id })
    .update({
      ...{ state: 'done', finished_at: now, cursor: null, counts: JSON.stringify(counts) },
      message: describeDone(run.read, counts),
      findings: JSON.stringify(describeNotes(cursor.notes, source.fields)),
    });
  await tx
    .db('feed_sources')
    .where({ id: source.id })
    .update({
      ...(run.began === null ? {} : { high_water: run.began }),
      fields: JSON.stringify({ ...source.fields, ...newestTypes(cursor.notes) }),
    });
  const files = cursor.files.map((file) => ({ ...file, source_id: source.id, run_id: lease.id, read_at: now }));
  if (files.length > 0) await tx.db('feed_files').insert(files).onConflict().ignore();
  await tx.publish({ topic: 'sources', shopIds: [null] });
}

const words: Readonly<Record<keyof FeedCounts, string>> = {
  new: 'new',
  applied: 'applied',
  proposed: 'proposed',
  held: 'held',
  unchanged: 'unchanged',
  older: 'older',
  canceledBefore: 'already canceled',
  refused: 'refused',
};

export function describeDone(readCount: number, counts: FeedCounts): string {
  const parts = toEntries(words).flatMap(([name, word]) => {
    const n = counts[name];
    return n > 0 ? [`${n.toLocaleString('en-US')} ${word}`] : [];
  });
  const sum = `${readCount.toLocaleString('en-US')} ${plural(readCount, 'order')} read`;
  return parts.length > 0 ? `${sum}: ${parts.join(', ')}.` : `${sum}.`;
}

/** Ends waiting runs of a source that a newer one replaces; returns how many there were. */
export async function replaceBraked(tx: WriteCtx, sourceId: string): Promise<number> {
  const replacedRuns = await queryRows<{ id: string }>(
    tx
      .db('feed_runs')
      .where({ source_id: sourceId, state: 'braked' })
      .update({ state: 'failed', message: 'A newer pull replaced it.', cursor: null })
      .returning('id'),
  );
  await tx
    .db('feed_staged')
    .whereRaw('run_id = any(?)', [replacedRuns.map(({ id }) => id)])
    .delete();
  return replacedRuns.length;
}

interface Open {
  readonly sourceId: string;
  readonly cursor: Cursor | null;
}

/**
 * Ends an open run as failed. Nothing that was read is stored, and the owner is notified, unless the previous run
 * failed in the same way.
 */
export async function failPull(tx: WriteCtx, id: string, message: string): Promise<void> {
  const run = await queryFirstRow<Open>(
    tx
      .db('feed_runs')
      .where({ id })
      .whereIn('state', ['waiting', 'running'])
      .forUpdate()
      .first({ sourceId: 'source_id', cursor: 'cursor' }),
  );
  if (!run) return;
  const before = await queryFirstRow<{ state: string; message: string }>(
    tx
      .db('feed_runs')
      .where({ source_id: run.sourceId })
      .whereNotNull('finished_at')
      .orderBy('finished_at', 'desc')
      .first('state', 'message'),
  );
  const findings = run.cursor ? describeNotes(run.cursor.notes, {}) : [];
  await tx
    .db('feed_runs')
    .where({ id })
    .update({
      ...{ state: 'failed', message, finished_at: tx.clock.now(), cursor: null, lease: null },
      findings: JSON.stringify(findings),
    });
  await tx.db('feed_staged').where({ run_id: id }).delete();
  if (before?.state !== 'failed' || before.message !== message)
    await notifySourceOwner(tx, run.sourceId, { what: 'the pull failed', message });
  await tx.publish({ topic: 'sources', shopIds: [null] });
}

/** Notifies the owner of a source, also by email. */
export async function notifySourceOwner(
  tx: WriteCtx,
  sourceId: string,
  { what, message }: { readonly what: string; readonly message: string },
): Promise<void> {
  const source = await queryOnlyRow<{ name: string; ownerId: string | null }>(
    tx.db('feed_sources').where({ id: sourceId }).first({ name: 'name', ownerId: 'owner_id' }),
  );
  const subject = `Source "${source.name}": ${what}`;
  await notifyOwner(tx, {
    ...{ kind: 'sources', link: { to: 'source', id: sourceId }, subjectId: sourceId },
    ...{ ownerId: source.ownerId, subject, message },
  });
}
