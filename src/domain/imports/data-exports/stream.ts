import { Readable } from 'node:stream';
import type { Knex } from 'knex';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { audience, getScope, type ActorCtx } from '../../kernel/context.js';
import { getClient } from '../../kernel/database/copy-rows.js';
import { cutConnections, heldConnections } from '../../kernel/database/database.js';
import { findNextSince } from '../../kernel/records/long-list.js';
import { csvEncoder, type Encoder, ndjsonEncoder } from './encode.js';
import { columnsFor, type ExportFormat, type ExportName, exportSets } from './sets.js';

interface ExportRequest {
  readonly name: ExportName;
  readonly format: ExportFormat;
  readonly updatedSince?: string | undefined;
}

/** An export in progress. */
export interface StartedExport {
  /** The instant for the next request. */
  readonly nextSince: string;
  readonly content: Readable;
  /** Settles, always without an error, when its connection is free again. */
  readonly written: Promise<void>;
}

/** The time limit of an export in milliseconds, for a slow reader of many rows. */
const LONGEST = '1h';

const encoders = { ndjson: ndjsonEncoder, csv: csvEncoder } as const;

/**
 * Streams the records that the actor may see, as of one instant, at the speed of the slower of database and reader.
 * NDJSON ends with a line that contains the number of rows and the instant for the next request. A stream that breaks
 * off fails, so that it cannot be mistaken for a complete one. A connection is held until the last row or the
 * reader's end.
 */
export async function startExport(ctx: ActorCtx, request: ExportRequest): Promise<StartedExport> {
  const nextSince = await findNextSince(ctx.db); // before the snapshot is taken
  const tx = await ctx.db.transaction(null, { isolationLevel: 'repeatable read', readOnly: true });
  try {
    await tx.raw(`set local timezone = 'UTC'; set local datestyle = 'ISO'; set local statement_timeout = '${LONGEST}'`);
    const encoder = encoders[request.format](columnsFor(request.name, audience(ctx.actor)));
    const rows = (await getClient(tx)).query(copyTo(`copy (${selectRows(ctx, request)}) to stdout`));
    rows.on('error', () => undefined); // the reader gets the error; there may be none yet
    const running = { rows, encoder, ...(request.format === 'ndjson' && { nextSince }) };
    const content = Readable.from(encodeRows(running), { objectMode: false });
    const closed = new Promise((resolve) => content.once('close', resolve));
    return { nextSince, content, written: closed.then(() => leave(ctx, tx, rows)) };
  } catch (error) {
    await tx.rollback();
    throw error;
  }
}

/** The query for COPY, which takes no parameters. Its values are an ID and a checked instant, as literals. */
export function selectRows(
  { actor }: Pick<ActorCtx, 'actor'>,
  { name, updatedSince }: Omit<ExportRequest, 'format'>,
): string {
  const { from, shop, hiddenFromShops, lastChangeSql, deleted } = exportSets[name];
  const scope = getScope(actor);
  const conditions = [
    ...(scope === null ? [] : [`${shop} = ${pg.escapeLiteral(scope)}`]),
    ...(scope === null || !hiddenFromShops ? [] : [`not (${hiddenFromShops})`]),
    ...(updatedSince === undefined ? [] : [`${lastChangeSql} >= ${pg.escapeLiteral(updatedSince)}`]),
    ...(updatedSince === undefined && deleted ? [`${deleted} is null`] : []),
  ];
  const columns = columnsFor(name, audience(actor)).map(({ sql }) => sql);
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return `select ${columns.join(', ')} from ${from}${where}`;
}

interface RunningExport {
  readonly rows: Readable;
  readonly encoder: Encoder;
  /** The last line, in a format that has one. */
  readonly nextSince?: string;
}

const NEWLINE = 10;

async function* encodeRows({ rows, encoder, nextSince }: RunningExport): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0);
  let count = 0;
  if (encoder.head.length > 0) yield encoder.head;
  const chunks: AsyncIterable<Buffer> = rows; // COPY yields bytes
  for await (const chunk of chunks) {
    const bytes: Buffer = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
    const end = bytes.lastIndexOf(NEWLINE) + 1;
    pending = bytes.subarray(end);
    if (end === 0) continue;
    const wholeRows = bytes.subarray(0, end);
    if (nextSince !== undefined) count += countLines(wholeRows);
    yield encoder.encode(wholeRows);
  }
  if (nextSince !== undefined) yield Buffer.from(`${JSON.stringify({ end: { rows: count, nextSince } })}\n`);
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

/**
 * Ends the transaction. Closes the connection too if not all rows were read, because it would have to send them
 * first.
 */
async function leave({ db }: ActorCtx, tx: Knex.Transaction, rows: Readable): Promise<void> {
  if (!rows.readableEnded) {
    const client = await getClient(tx).catch(() => undefined);
    cutConnections(
      db,
      heldConnections(db).filter((connection) => connection.client === client),
    );
  }
  await tx.rollback().catch(() => undefined); // the connection may be closed
}
