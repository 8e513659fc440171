import type { Knex } from 'knex';
import type { Client } from '../../kernel/context.js';
import { SESSION_MS, type Session } from '../../kernel/rights/tokens.js';
import { describeDevice } from '../access-log/device.js';

/** How many milliseconds the stored last use of a session may lag behind. */
const FRESH_MS = 5 * 60_000;
const MOST_REMEMBERED = 10_000;

/** Records when and from where sessions are used, for each session at most every five minutes. */
export class SessionUses {
  private readonly notedAt = new Map<string, number>();

  /** Whether to store a use at `now`; always for a session with a new address. */
  isDue({ id }: Session, address: string, now: Date): boolean {
    const key = `${id} ${address}`;
    const before = this.notedAt.get(key);
    if (before !== undefined && now.getTime() - before < FRESH_MS) return false;
    if (this.notedAt.size >= MOST_REMEMBERED) this.notedAt.clear();
    this.notedAt.set(key, now.getTime());
    return true;
  }
}

/** Stores the use of a session, and adds sessions from before the list of sessions existed. */
export async function touchSession(
  db: Knex,
  { id, userId, generation }: Session,
  { client, now }: { readonly client: Client; readonly now: Date },
): Promise<void> {
  const usage = { used_at: now, address: client.address };
  await db('sessions')
    .insert({
      ...{ id, user_id: userId, generation, created_at: now, expires_at: new Date(now.getTime() + SESSION_MS) },
      ...{ ...usage, device: describeDevice(client.userAgent) },
    })
    .onConflict('id')
    .merge(usage);
}

/** Deletes sessions that have expired. */
export const forgetOldSessions = async (db: Knex, now: Date): Promise<void> =>
  void (await db('sessions').where('expires_at', '<', now).delete());
