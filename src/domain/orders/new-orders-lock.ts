import type { WriteCtx } from '../context.js';
import { databaseError } from '../database-errors.js';
import { DomainError } from '../errors.js';

const LOCK = 7_246_002;
const PATIENCE = '5s';

/**
 * Lets one transaction at a time work on all New orders: uploads, push, re-match, deletion. Waits a few seconds for
 * another one, then refuses with `import-running`, so that waiting calls do not use up the connections.
 */
export async function lockNewOrders(ctx: WriteCtx): Promise<void> {
  const patiently = `set local lock_timeout = '${PATIENCE}'; select pg_advisory_xact_lock(${LOCK}); set local lock_timeout = 0`;
  await ctx.db.raw(patiently).catch((error: unknown) => {
    throw databaseError(error).code === '55P03' ? new DomainError('import-running', undefined) : error;
  });
}
