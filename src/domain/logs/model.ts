import type { Knex } from 'knex';
import { newId } from '../ids.js';

/** Keeps an unexpected error for those who may see the error log. */
export async function keepError(
  db: Knex,
  entry: { functionName: string; userName: string; error: Error; requestId: string },
): Promise<void> {
  await db('error_logs').insert({
    id: newId(),
    function_name: entry.functionName,
    user_name: entry.userName,
    message: entry.error.message.slice(0, 10_000),
    request_id: entry.requestId,
    stack: entry.error.stack?.slice(0, 20_000) ?? null,
  });
}
