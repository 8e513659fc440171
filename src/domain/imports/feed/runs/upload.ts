import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { queryFirstRow } from '../../../kernel/database/rows.js';
import { DomainError, invalid } from '../../../kernel/errors.js';
import { service } from '../../../kernel/service.js';
import { piecesFrom } from '../../../files/file-bytes.js';
import { ImportInput, requireFile } from '../../reading/input.js';
import { openRun } from './due.js';
import { SourceFailure } from '../fetching/failure.js';
import { getRun, getSourceParts, getKeys, type SourceParts } from '../queries.js';
import { endFiles, firstCursor } from '../reading/cursor.js';
import { readFileRows, type SourceFile, withDigest } from '../reading/files.js';
import { keyFile } from '../reading/read-files.js';
import { stageRows } from '../reading/stage.js';
import { FeedRun } from '../schema.js';
import { hashContent } from '../reading/row-marks.js';

export const uploadToSource = service({
  summary:
    'Upload a file of orders to a source; it is imported in the background, like a pull, and the same file only once',
  permission: 'orders.import',
  effect: 'write',
  input: ImportInput.extend({ id: z.uuid('is not a valid ID') }),
  output: z.object({
    msg: z.string(),
    /** Null if the file was imported before, so that nothing changes. */
    run: FeedRun.nullable(),
  }),
  run: async (tx, { id, ...input }) => {
    requireFile(input);
    const source = await getSourceParts(tx.db, id);
    if (source.kind !== 'upload') throw new DomainError('source-takes-no-files', undefined);
    const upload = await readSent(tx, input);
    const fileKey = { source_id: id, digest: upload.file.digest };
    if (await queryFirstRow(tx.db('feed_files').where(fileKey).first('digest'))) {
      await tx.audit({ action: 'upload', entity: 'source', id, after: { run: null, file: upload.file.name } });
      return { msg: 'This file was already imported. Nothing changed.', run: null };
    }
    const runId = await stageUpload(tx, source, upload);
    await tx.audit({ action: 'upload', entity: 'source', id, after: { run: runId, file: upload.file.name } });
    await tx.publish({ topic: 'sources', shopIds: [null], ids: [id] });
    return { msg: 'The file is being imported.', run: await getRun(tx.db, runId) };
  },
});

interface SentFile {
  readonly file: Pick<SourceFile, 'name' | 'digest'>;
  readonly rows: readonly unknown[];
}

/** The uploaded rows. Throws source-unreadable, and invalid-input for a file without rows. */
async function readSent(tx: WriteCtx, { file, rows, fileName }: ImportInput): Promise<SentFile> {
  if (!file) return { file: { name: fileName, digest: hashContent(JSON.stringify(rows)) }, rows: rows ?? [] };
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesFrom(file.bytes)) pieces.push(piece);
  const sourceFile = withDigest(file.name, Buffer.concat(pieces));
  const fileRows = await readFileRows(sourceFile, tx.signal ?? new AbortController().signal).catch((error: unknown) => {
    throw error instanceof SourceFailure ? new DomainError('source-unreadable', { why: error.message }) : error;
  });
  if (fileRows.length === 0) throw invalid('file', 'has no orders');
  return { file: sourceFile, rows: fileRows };
}

/** Opens a run whose rows are already read, and returns its ID. Throws pull-running while another run is open. */
async function stageUpload(tx: WriteCtx, source: SourceParts, { file, rows }: SentFile): Promise<string> {
  const { name, digest } = file;
  const run = { sourceId: source.id, kind: 'full', cause: 'now', dueAt: tx.clock.now() } as const;
  const id = await openRun(tx, run);
  if (id === null) throw new DomainError('pull-running', undefined);
  const start = { ...firstCursor, files: [{ name, digest }] };
  const cursor = await keyFile(rows, getKeys(source), start, async (keyedRows, { pass }) => {
    if (keyedRows.length > 0) await stageRows(tx.db, id, keyedRows, pass);
  });
  await tx
    .db('feed_runs')
    .where({ id })
    .update({
      ...{ file: name, cursor: JSON.stringify(endFiles(cursor)) },
      read_count: tx.db.raw('(select count(*) from feed_staged where run_id = ?) + ?', [id, cursor.nameless]),
    });
  return id;
}
