import type { Knex } from 'knex';
import { queryColumn } from '../../../kernel/database/rows.js';
import type { Fetching } from '../fetching/page.js';
import { type Cursor, nextPhase } from './cursor.js';
import { type FileSource, readFileRows, readSourceFiles } from './files.js';
import { type Keys, keyRows } from './keyed-rows.js';
import { countStaged, type LeasedRun, keepStep } from './stage.js';

/** Everything that reading a run's files needs. */
export interface ReadingFiles extends Fetching {
  readonly db: Knex;
  readonly held: LeasedRun;
  readonly source: FileSource;
  readonly sourceId: string;
  readonly keys: Keys;
}

const CHUNK = 1000;

/** Stages the rows of the files that no successful run has read, each file as a whole. Throws `SourceFailure`. */
export async function readFiles(reading: ReadingFiles, start: Cursor): Promise<Cursor> {
  const { db, held, sourceId } = reading;
  const digests = await queryColumn<string>(db('feed_files').where({ source_id: sourceId }).pluck('digest'));
  let cursor = start;
  for await (const file of readSourceFiles(reading.source, reading)) {
    const { name, digest } = file;
    if (digests.includes(digest) || cursor.files.some((one) => one.digest === digest)) continue;
    const rows = await readFileRows(file, reading.signal);
    for (let at = 0; at < rows.length; at += CHUNK) {
      const chunk = keyRows(rows.slice(at, at + CHUNK), reading.keys, cursor.notes);
      cursor = { ...cursor, nameless: cursor.nameless + chunk.nameless, notes: chunk.notes };
      await keepStep(db, held, { cursor, rows: chunk.rows, progress: {} });
    }
    cursor = { ...cursor, files: [...cursor.files, { name, digest }] };
    await keepStep(db, held, { cursor, rows: [], progress: {} });
  }
  const rowCount = (await countStaged(db, held, 0)) + cursor.nameless;
  const finalCursor = { ...cursor, notes: { ...cursor.notes, nameless: cursor.nameless } };
  const next = nextPhase(finalCursor, 'apply');
  await keepStep(db, held, { cursor: next, rows: [], progress: { read_count: rowCount } });
  return next;
}
