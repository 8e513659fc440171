import type { Knex } from 'knex';
import type { FeedRun } from '../schema.js';
import { hashContent, readTotal } from './row-marks.js';
import { countWritten, queryCount, queryFirstRow, queryRows, rawWith } from '../../../kernel/database/rows.js';
import type { Cursor } from './cursor.js';
import { joinTexts, readRowText, toRowText } from '../rows/row-text.js';
import type { KeyedRow } from './keyed-rows.js';

/** Thrown when another worker has taken over the run, or when it was ended in the meantime. */
export class OvertakenRun extends Error {}

/** A run that one worker processes; `lease` identifies the worker. */
export interface LeasedRun {
  readonly id: string;
  readonly lease: string;
}

const isHeld = ({ id, lease }: LeasedRun) => ({ id, lease, state: 'running' satisfies FeedRun['state'] });

/** Locks a run in a transaction. Throws `OvertakenRun` if another worker has it. */
export async function lockHeld(db: Knex, run: LeasedRun): Promise<void> {
  const row = await queryFirstRow<{ id: string }>(db('feed_runs').where(isHeld(run)).forUpdate().first('id'));
  if (!row) throw new OvertakenRun();
}

interface Step {
  readonly cursor: Cursor;
  readonly rows: readonly KeyedRow[];
  readonly progress: { readonly read_count?: number; readonly source_count?: number | null; readonly began?: Date };
}

/** Stores the rows of a page and the progress of the run, both or neither. Throws `OvertakenRun`. */
export async function keepStep(db: Knex, run: LeasedRun, { cursor, rows, progress }: Step): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHeld(tx, run);
    await tx('feed_runs')
      .where({ id: run.id })
      .update({ ...progress, cursor: JSON.stringify(cursor) });
    if (rows.length > 0) await stageRows(tx, run.id, rows, cursor.pass);
  });
}

/** If a row is already staged, the later one stays; without a time, the one that arrived last. */
export async function stageRows(tx: Knex, runId: string, rows: readonly KeyedRow[], pass: number): Promise<void> {
  const contents = rows.map(({ row }) => toRowText(row));
  await countWritten(
    rawWith(
      tx,
      `insert into feed_staged as s (run_id, external_id, row_time, content, pass, total, digest)
       select ?, r.id, r.time, r.content::json, ?, r.total, r.digest
         from unnest(?::text[], ?::timestamptz[], string_to_array(?, E'\\n'), ?::bigint[], ?::text[]) as r (id, time, content, total, digest)
       on conflict (run_id, external_id) do update set pass = excluded.pass,
         content = case when excluded.row_time < s.row_time then s.content else excluded.content end,
         total = case when excluded.row_time < s.row_time then s.total else excluded.total end,
         digest = case when excluded.row_time < s.row_time then s.digest else excluded.digest end,
         row_time = case when excluded.row_time < s.row_time then s.row_time else excluded.row_time end`,
      [
        runId,
        pass,
        rows.map(({ externalId }) => externalId),
        rows.map(({ rowTime }) => rowTime),
        joinTexts(contents),
        rows.map(({ row }) => readTotal(row)),
        contents.map(hashContent),
      ],
    ),
  );
}

/** How many different orders were read since a pass. */
export const countStaged = (db: Knex, { id }: LeasedRun, base: number): Promise<number> =>
  queryCount(db('feed_staged').where({ run_id: id }).where('pass', '>=', base));

/** Deletes the rows that a set no longer had when it was read completely. */
export async function dropVanished(db: Knex, { id }: LeasedRun, firstPass: number, base: number): Promise<void> {
  await db('feed_staged')
    .where({ run_id: id })
    .whereBetween('pass', [firstPass, base - 1])
    .delete();
}

/** A staged row as it arrived. */
export interface StagedRow {
  readonly externalId: string;
  readonly rowTime: string | null;
  readonly content: unknown;
  /** The digest of its content, if already computed. */
  readonly digest?: string | null;
}

/** The next rows to import as they arrived, without those that wait for a user, sorted by ID. */
export async function nextStaged(db: Knex, { id }: LeasedRun, most: number): Promise<StagedRow[]> {
  const rows = await queryRows<Omit<StagedRow, 'content'> & { readonly text: string }>(
    db('feed_staged')
      .where({ run_id: id, waits: false })
      .orderBy('external_id')
      .limit(most)
      .select({ externalId: 'external_id', rowTime: 'row_time', text: db.raw('content::text'), digest: 'digest' }),
  );
  return rows.map(({ text, ...row }) => ({ ...row, content: readRowText(text) }));
}

/** Deletes rows that were imported. */
export async function dropTaken(db: Knex, { id }: LeasedRun, externalIds: readonly string[]): Promise<void> {
  await db('feed_staged')
    .where({ run_id: id })
    .whereRaw('external_id = any(?)', [[...externalIds]])
    .delete();
}
