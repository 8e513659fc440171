import type { Knex } from 'knex';
import { queryColumn } from '../../../kernel/database/rows.js';
import type { FetchSettings } from '../fetching/page.js';
import { type Cursor, endFiles } from './cursor.js';
import { type FileSource, readFileRows, readSourceFiles } from './files.js';
import { type KeyedRow, type Keys, keyRows } from './keyed-rows.js';
import { countStaged, type LeasedRun, keepStep } from './stage.js';

/** Everything that reading a run's files needs. */
export interface ReadingFiles extends FetchSettings {
  readonly db: Knex;
  readonly lease: LeasedRun;
  readonly source: FileSource;
  readonly sourceId: string;
  readonly keys: Keys;
}

const CHUNK = 1000;

/** Stages the rows of the files that no successful run has read, each file as a whole. Throws `SourceFailure`. */
export async function readFiles(reading: ReadingFiles, start: Cursor): Promise<Cursor> {
  const { db, lease, sourceId } = reading;
  const digests = await queryColumn<string>(db('feed_files').where({ source_id: sourceId }).pluck('digest'));
  let cursor = start;
  for await (const file of readSourceFiles(reading.source, reading)) {
    const { name, digest } = file;
    if (digests.includes(digest) || cursor.files.some((one) => one.digest === digest)) continue;
    const rows = await readFileRows(file, reading.signal);
    cursor = await keyFile(rows, reading.keys, cursor, (keyedRows, next) =>
      keepStep(db, lease, { cursor: next, rows: keyedRows, progress: {} }),
    );
    cursor = { ...cursor, files: [...cursor.files, { name, digest }] };
    await keepStep(db, lease, { cursor, rows: [], progress: {} });
  }
  const rowCount = (await countStaged(db, lease, 0)) + cursor.nameless;
  const next = endFiles(cursor);
  await keepStep(db, lease, { cursor: next, rows: [], progress: { read_count: rowCount } });
  return next;
}

/** Finds the IDs of a file's rows and stages them with `keep`, some at a time; returns the cursor after the last. */
export async function keyFile(
  rows: readonly unknown[],
  keys: Keys,
  start: Cursor,
  keep: (rows: readonly KeyedRow[], cursor: Cursor) => Promise<void>,
): Promise<Cursor> {
  let cursor = start;
  for (let at = 0; at < rows.length; at += CHUNK) {
    const { rows: keyedRows, nameless, notes } = keyRows(rows.slice(at, at + CHUNK), keys, cursor.notes);
    cursor = { ...cursor, nameless: cursor.nameless + nameless, notes };
    await keep(keyedRows, cursor);
  }
  return cursor;
}
