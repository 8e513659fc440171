import type { Knex } from 'knex';
import { KEPT_DAYS } from './schema.js';

const DAY = 24 * 3_600_000;
const AT_ONCE = 20_000;

/** Deletes messages that are older than 30 days with their log, also those that were never delivered. */
export async function forgetOldMessages(db: Knex, now: Date): Promise<void> {
  const old = db('webhook_messages')
    .where('at', '<', new Date(now.getTime() - KEPT_DAYS * DAY))
    .limit(AT_ONCE)
    .select('id');
  await db('webhook_messages').whereIn('id', old).delete();
}
