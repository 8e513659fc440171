import type { Knex } from 'knex';
import { publish } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import type { LogKind } from './schema.js';

/** An error, with the function where it happened and the affected user. */
export interface LogEntry {
  readonly kind: LogKind;
  readonly functionName: string;
  readonly userName: string;
  /** The user's shop; null for the office, for requests without a user, and for the product itself. */
  readonly shopId: string | null;
  readonly error: Error;
  readonly requestId: string;
}

const recordedErrors = new WeakSet<Error>();

/** Records an unexpected error or a refused write in the error log; the same error only once. */
export async function keepError(db: Knex, entry: LogEntry): Promise<void> {
  const { kind, error, shopId } = entry;
  if (recordedErrors.has(error)) return;
  recordedErrors.add(error);
  await db('error_logs').insert({
    id: newId(),
    kind,
    shop_id: shopId,
    function_name: storable(entry.functionName),
    user_name: storable(entry.userName),
    message: storable(error.message).slice(0, 10_000),
    request_id: entry.requestId,
    stack: kind === 'refused' ? null : storable(error.stack ?? '').slice(0, 20_000),
  });
  await publish(db, { topic: 'logs', shopIds: [shopId] });
}

/** A text that PostgreSQL can store, without NUL and unpaired surrogates. */
const storable = (text: string): string => Buffer.from(text.replaceAll('\0', '\uFFFD'), 'utf8').toString('utf8');

const MOST = 10_000;
/** Deletes all entries but the newest 10,000. */
export async function forgetSurplusErrors(db: Knex): Promise<void> {
  await db.raw(
    `delete from error_logs where (at, id) <= (select at, id from error_logs order by at desc, id desc offset ? limit 1)`,
    [MOST],
  );
}
