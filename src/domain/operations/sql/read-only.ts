import pg from 'pg';
import { connectionOptions, createClient } from '../../kernel/database/connection.js';
import { connectFault } from '../../kernel/database/faults.js';
import { DomainError } from '../../kernel/errors.js';
import { getErrorCode } from '../../kernel/objects.js';

export type SqlRow = Readonly<Record<string, unknown>>;

/** Rows of a query, with values in column order. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly SqlRow[];
}

/** A connection whose queries can only read. */
export interface ReadOnlySession {
  /**
   * The rows of one query, in pieces. The first piece has the columns even if there is no row. Throws `sql-refused`.
   */
  read(query: string): AsyncGenerator<SqlRows>;
  close(): Promise<void>;
}

/**
 * Opens a connection on which the server refuses writes. Its transactions are read-only, and each query runs in a
 * cursor, which accepts no other statement, so that the query cannot end them. A query ends after `seconds`.
 */
export async function openReadOnly(url: string, seconds: number): Promise<ReadOnlySession> {
  const client = createClient({
    ...connectionOptions(url, 'shedworks-sql'),
    types: { getTypeParser },
    statement_timeout: seconds * 1000,
    options: '-c jit=off -c default_transaction_read_only=on',
  });
  await client.connect().catch((error: unknown) => {
    throw connectFault(error, url);
  });
  return { read: (query) => readPieces(client, query, seconds), close: () => client.end() };
}

const PIECE_ROWS = 1000;
/** Statements that only read but cannot run in a cursor. */
const DESCRIBES = /^(explain|show)\b/i;

async function* readPieces(client: pg.Client, text: string, seconds: number): AsyncGenerator<SqlRows> {
  const query = text.trim().replace(/;\s*$/, '');
  try {
    await client.query('begin transaction read only');
    if (DESCRIBES.test(query)) yield toRows(await client.query(standalone(query)));
    else {
      await client.query(standalone(`declare piece no scroll cursor for ${query}`));
      for (let isFirst = true; ; isFirst = false) {
        const rows = toRows(await client.query(`fetch ${PIECE_ROWS} from piece`));
        if (isFirst || rows.rows.length > 0) yield rows;
        if (rows.rows.length < PIECE_ROWS) break;
      }
    }
  } catch (error) {
    throw toRefusal(error, seconds);
  } finally {
    await client.query('rollback').catch(() => undefined); // the connection may be closed, which the caller knows
  }
}

/** A statement that the server refuses if it contains several. */
const standalone = (text: string): pg.QueryConfig => ({ text, queryMode: 'extended' }) as pg.QueryConfig; // missing in the types of pg

/** Throws `sql-refused` for two columns of one name, because a row has only one value for a name. */
function toRows({ fields, rows }: pg.QueryResult<SqlRow>): SqlRows {
  const columns = fields.map(({ name }) => name);
  const twice = columns.find((name, n) => columns.indexOf(name) < n);
  if (twice !== undefined)
    throw new DomainError('sql-refused', { why: `two columns are named "${twice}"; rename one with "as"` });
  return { columns, rows };
}

const CANCELED = '57014';

function toRefusal(error: unknown, seconds: number): unknown {
  const code = getErrorCode(error);
  if (code === CANCELED) return new DomainError('sql-too-long', { seconds });
  const isAboutQuery = typeof code === 'string' && /^(0A|2[125]|42|54)/.test(code);
  return isAboutQuery && error instanceof Error ? new DomainError('sql-refused', { why: error.message }) : error;
}

const jsonTypes = {
  16: 'bool',
  21: 'int2',
  23: 'int4',
  26: 'oid',
  114: 'json',
  700: 'float4',
  701: 'float8',
  3802: 'jsonb',
};

/** Parses whole numbers, booleans and JSON; everything else stays the text that PostgreSQL sends. */
const getTypeParser = ((oid: number, format?: 'text'): unknown => {
  if (oid === 20) return (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text);
  return oid in jsonTypes ? pg.types.getTypeParser(oid, format) : (text: string) => text;
}) as typeof pg.types.getTypeParser; // pg calls it with only a type and a format
