import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { databaseError } from '../../kernel/database/errors.js';
import { inOneTrip } from '../../kernel/database/database.js';
import { DomainError } from '../../kernel/errors.js';

const LOCK = 7_246_002;
const PATIENCE = '5s';

/**
 * Lets only one transaction at a time work on New orders (upload, push, check, deletion). Waits a few seconds for
 * the lock, then throws `import-running`, so that waiting calls do not use up the connections.
 */
export const lockNewOrders = async (ctx: WriteCtx): Promise<void> => void (await lockNewOrdersAndRead(ctx));

/** Like `lockNewOrders`, and reads rows in the same database round trip after it has the lock. */
export async function lockNewOrdersAndRead<T extends readonly (readonly unknown[])[]>(
  { db }: WriteCtx,
  ...queries: { readonly [K in keyof T]: Knex.QueryBuilder | Knex.Raw }
): Promise<T> {
  const lock = [
    db.raw(`set local lock_timeout = '${PATIENCE}'`),
    db.raw(`select pg_advisory_xact_lock(${LOCK})`),
    db.raw('set local lock_timeout = 0'),
  ];
  const answers = await inOneTrip(db, ...lock, ...queries).catch((error: unknown) => {
    throw databaseError(error).code === '55P03' ? new DomainError('import-running', undefined) : error;
  });
  return answers.slice(lock.length) as unknown as T; // those of `queries`, in their order
}
