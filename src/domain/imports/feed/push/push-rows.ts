import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { newId } from '../../../kernel/ids.js';
import { Pace } from '../../../kernel/pace.js';
import { lockNewOrders } from '../../../orders/intake/new-orders-lock.js';
import { readOrderRows } from '../../../orders/intake/formats/read-file.js';
import type { ImportOrders } from '../../order-files/schema.js';
import { describeDone } from '../runs/outcome.js';
import { getKeys, getRules, getTimes, type SourceParts } from '../queries.js';
import { keyRows, type KeyedRow } from '../reading/keyed-rows.js';
import { describeNotes, newestTypes, noNotes, type Notes } from '../reading/notes.js';
import { areRecorded, recordRows } from '../rows/records.js';
import { addTo, MOST_REFUSED, noCounts } from '../rules.js';
import type { FeedCounts, RefusedFeedRow } from '../schema.js';
import { newestRows } from '../rows/sort-rows.js';
import { type RowOutcome, takeRows } from '../rows/take-rows.js';
import { type PushAssessment, assessPush, waitForPerson } from './brake-push.js';
import { openKeySource } from './key-source.js';
import { readReading } from '../rows/read-rows.js';

/** The result of a push. */
export interface PushedRows {
  readonly rows: readonly unknown[];
  readonly outcomes: ReadonlyMap<unknown, RowOutcome>;
  /** The order of each row. */
  readonly orderOf: ReadonlyMap<unknown, string>;
  /** The rows that wait for a user, and why. */
  readonly waiting: ReadonlySet<unknown>;
  readonly why: string | null;
  readonly importId: string | null;
}

const CHUNK = 500;

/**
 * Imports the orders that another system sends with an API key, like a pull. Rows are keyed by ID. An older row never
 * undoes a newer one. A change becomes a proposal or is accepted automatically, as the key's source is configured.
 */
export async function pushRows(
  tx: WriteCtx,
  { orders, mapping }: Pick<z.output<typeof ImportOrders>, 'orders' | 'mapping'>,
): Promise<PushedRows> {
  const rows = readOrderRows(orders);
  const pace = new Pace(tx.signal);
  await lockNewOrders(tx); // locked so that two first pushes of a key create one source
  const keySource = await openKeySource(tx);
  const source = { ...keySource, mapping: mapping ?? keySource.mapping };
  const rowsToPush = newestRows(rows, await readReading(tx, { mapping: source.mapping, times: getTimes(source) }));
  const assessment = await assessPush(tx, source, rowsToPush, pace);
  const waitingRows = new Set(assessment.brake ? assessment.assessment.changedRows : []);
  const push = { source, runId: newId(), pace };
  const outcome = await takeAll(
    tx,
    rowsToPush.filter((row) => !waitingRows.has(row)),
    push,
  );
  if (waitingRows.size === 0 && isKnown(outcome)) tx.unchanged();
  else await recordPush(tx, { ...push, ...outcome, assessed: assessment, read: rows.length });
  if (assessment.brake) {
    const { rows: keyedRows } = keyRows([...waitingRows], getKeys(source), noNotes);
    await waitForPerson(tx, source, { rows: keyedRows, brake: assessment.brake });
  }
  return { ...outcome, rows, waiting: waitingRows, why: assessment.brake?.why ?? null };
}

interface Push {
  readonly source: SourceParts;
  readonly runId: string;
  readonly pace: Pace;
}

interface CompletedPush extends Pick<PushedRows, 'outcomes' | 'orderOf' | 'importId'> {
  readonly counts: FeedCounts;
  readonly refusedRows: readonly RefusedFeedRow[];
  readonly notes: Notes;
  readonly keyed: readonly KeyedRow[];
  /** Whether each unchanged row had been recorded before. */
  readonly wasRecorded: boolean;
}

/** Imports rows, some at a time, and records that they arrived. */
async function takeAll(tx: WriteCtx, rows: readonly unknown[], { source, runId, pace }: Push): Promise<CompletedPush> {
  const outcomes = new Map<unknown, RowOutcome>();
  const orderByRow = new Map<unknown, string>();
  const refusals: RefusedFeedRow[] = [];
  const keyedRows: KeyedRow[] = [];
  let importId: string | null = null;
  let [counts, notes, wasRecorded] = [noCounts, noNotes, true];
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK);
    const outcome = await takeRows(tx, { rows: chunk, ...getRules(source) }, pace);
    const { rows: chunkRows, notes: chunkNotes } = keyRows(chunk, getKeys(source), notes);
    const stagedRows = chunkRows.map(({ externalId, rowTime, row }) => ({
      ...{ externalId, rowTime: rowTime?.toISOString() ?? null, content: row },
    }));
    const quietRows = stagedRows.filter(({ content }) =>
      isQuiet.has(outcome.outcomes.get(content)?.state ?? 'refused'),
    );
    wasRecorded &&= await areRecorded(tx.db, source.id, quietRows);
    const ids = await recordRows(tx, { source, runId, staged: stagedRows, taken: outcome });
    for (const [n, { content }] of stagedRows.entries()) if (ids[n]) orderByRow.set(content, ids[n]);
    for (const [row, one] of outcome.outcomes) outcomes.set(row, one);
    refusals.push(...outcome.refusedRows);
    keyedRows.push(...chunkRows);
    counts = addTo(counts, { ...outcome, refused: outcome.refusedRows.length });
    notes = chunkNotes;
    importId ??= outcome.importId;
    tx.progress?.report(Math.min(at + CHUNK, rows.length), rows.length, 'Saving');
  }
  return {
    outcomes,
    orderOf: orderByRow,
    refusedRows: refusals,
    keyed: keyedRows,
    counts,
    notes,
    importId,
    wasRecorded,
  };
}

/** The states of rows that changed nothing and match what was sent. */
const isQuiet: ReadonlySet<string> = new Set(['unchanged', 'canceled']);

/** Whether everything that was sent is already known. */
const isKnown = ({ outcomes, wasRecorded }: CompletedPush): boolean =>
  wasRecorded && [...outcomes.values()].every(({ state }) => state === 'older' || isQuiet.has(state));

/** Records a push in the history of its source. */
async function recordPush(
  tx: WriteCtx,
  push: Push & CompletedPush & { readonly assessed: PushAssessment; readonly read: number },
): Promise<void> {
  const { source, runId, counts, refusedRows, notes, read, assessed } = push;
  const { changed, canceled, moved } = assessed.assessment;
  const isTaken = assessed.brake === null;
  const now = tx.clock.now();
  await tx.db('feed_runs').insert({
    ...{ id: runId, source_id: source.id, kind: 'changed', cause: 'push', state: 'done', read_count: read },
    ...{ due_at: now, created_at: now, started_at: now, finished_at: now },
    counts: JSON.stringify(counts),
    refused: JSON.stringify(refusedRows.slice(0, MOST_REFUSED)),
    findings: JSON.stringify(describeNotes(notes, source.fields)),
    message: describeDone(read, counts),
    assessed: isTaken ? JSON.stringify({ changed, canceled, moved }) : null,
  });
  const fields = { ...source.fields, ...newestTypes(notes) };
  if (!isDeepStrictEqual(fields, source.fields))
    await tx
      .db('feed_sources')
      .where({ id: source.id })
      .update({ fields: JSON.stringify(fields) });
  await tx.audit({ action: 'push', entity: 'source', id: source.id, after: { run: runId, ...counts } });
  await tx.publish({ topic: 'sources', shopIds: [null], ids: [source.id] });
}
