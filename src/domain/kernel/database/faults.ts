import pg from 'pg';
import { databaseError } from './errors.js';
import { StartError } from '../start-error.js';

/** The problem of a database address; null if it is valid. Never repeats a password. */
export function databaseAddressFault(url: string): string | null {
  if (url.startsWith('/') || url.startsWith('socket:')) return null; // a folder that holds PostgreSQL's socket
  if (!/^postgres(ql)?:\/\//.test(url)) return `must begin with postgresql://, as in ${EXAMPLE}`;
  const authority = /^[^/]+\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
  const host = /[?&]host=([^&#]*)/.exec(url)?.[1] ?? '';
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',') || /,|%2c/i.test(host))
    return 'lists several hosts; give only the one that accepts writes, or an address that always points to it';
  try {
    new pg.Client(url); // parses the address without connecting
    return null;
  } catch {
    return `is not a valid address, as in ${EXAMPLE}; write # / ? @ in a password as %23 %2F %3F %40`;
  }
}

const EXAMPLE = 'postgresql://shedworks:password@db.example.com:5432/shedworks';

/** A `StartError` that explains why the database at `url` cannot be reached; never contains its password. */
export function connectFault(error: unknown, url: string): StartError {
  if (error instanceof StartError) return error;
  const { code, message } = databaseError(error);
  const { password } = new pg.Client(url);
  const { where, database } = getPlace(url);
  const match = sentences.find(({ when }) => when.test(code) || when.test(message));
  if (match) return new StartError(match.sentence({ where, database }));
  const why = password ? message.replaceAll(password, '…') : message;
  return new StartError(`The database at ${where} cannot be used: ${why}.`);
}

interface Address {
  readonly where: string;
  readonly database: string;
}

function getPlace(url: string): Address {
  const { host, port, database = '' } = new pg.Client(url);
  return { where: host.startsWith('/') ? host : `${host}:${port}`, database };
}

/** A database by its name and its server, without the user and the password. */
export function describeDatabase(url: string): string {
  const { where, database } = getPlace(url);
  return `"${database}" at ${where}`;
}

const sentences: readonly { readonly when: RegExp; readonly sentence: (at: Address) => string }[] = [
  {
    when: /unsupported startup parameter/,
    sentence: ({ where }) =>
      `The connection pooler at ${where} rejects connection settings. Set it to session mode and let it pass them ` +
      '(PgBouncer: pool_mode = session, ignore_startup_parameters = options,statement_timeout), or connect to PostgreSQL itself.',
  },
  {
    when: /^(ECONNREFUSED|ENOENT|ECONNRESET|EHOSTUNREACH|ENETUNREACH)$|^Connection terminated unexpectedly/,
    sentence: ({ where }) =>
      `No database is running at ${where}. Start PostgreSQL there, or correct the address in DATABASE_URL.`,
  },
  {
    when: /^(ENOTFOUND|EAI_AGAIN)$/,
    sentence: ({ where }) => `The host in ${where} was not found. Correct the address in DATABASE_URL.`,
  },
  {
    when: /^ETIMEDOUT$|connection timeout|timeout expired/i,
    sentence: ({ where }) => `The database at ${where} is not responding. Check the address in DATABASE_URL.`,
  },
  {
    when: /^28P01$|client password must be a string/,
    sentence: ({ where }) =>
      `The database at ${where} rejected the user name or password. Correct them in DATABASE_URL.`,
  },
  {
    when: /^3D000$/,
    sentence: ({ where, database }) =>
      `There is no database "${database}" at ${where}. Create it, or correct the name in DATABASE_URL.`,
  },
  {
    when: /^53300$/,
    sentence: ({ where }) => `The database at ${where} has no free connections. Raise its max_connections.`,
  },
  {
    when: /^57P03$/,
    sentence: ({ where }) => `The database at ${where} is starting or stopping. Try again in a moment.`,
  },
];
