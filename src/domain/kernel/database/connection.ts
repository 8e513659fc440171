import pg from 'pg';

const parsers: Record<number, (text: string) => unknown> = {
  20: checkedNumber, // int8: money
  1700: checkedNumber, // numeric: unit prices, percents, sums of int8
  1082: (text) => text, // date: stays text
  1114: (text) => `${text.replace(' ', 'T')}Z`,
  1184: (text) => new Date(text).toISOString(), // timestamptz: ISO text
};

/** Parses a number that PostgreSQL sends as text. Throws rather than lose a digit. */
function checkedNumber(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`number out of range: ${text}`);
  return value;
}

/** How our connections parse PostgreSQL types. Other pools, such as the job queue's, parse them differently. */
const types = {
  getTypeParser: ((oid: number, format?: 'text'): unknown =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser, // pg calls it with only a type and a format
};

/** A separate connection, not open yet. If it is lost, the pending or next query fails, but the process continues. */
export function createClient(options: string | pg.ClientConfig): pg.Client {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  return client;
}

/** The options that every connection of a pool opens with. Poolers must allow `options` and `statement_timeout`. */
export const connectionOptions = (url: string, applicationName: string): pg.ClientConfig => ({
  connectionString: url,
  types,
  application_name: applicationName,
  connectionTimeoutMillis: 5000,
  statement_timeout: 120_000,
  options: '-c jit=off', // JIT takes seconds to compile the price queries, which run in a fraction of that
  keepAlive: true,
});
