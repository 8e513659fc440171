import type { Knex } from 'knex';
import { queryRows } from '../../kernel/database/rows.js';
import type { OpenSession } from './schema.js';

/** The open sessions of a user, most recently used first; `current` is the session of the caller. */
export function findSessions(
  db: Knex,
  { userId, current, now }: { readonly userId: string; readonly current: string | null; readonly now: Date },
): Promise<OpenSession[]> {
  return queryRows<OpenSession>(
    db('sessions as s')
      .join('users as u', (join) => join.on('u.id', 's.user_id').andOn('u.session_generation', 's.generation'))
      .where({ 's.user_id': userId, 'u.active': true })
      .where('s.expires_at', '>', now)
      .whereNotExists(db('ended_sessions as e').whereRaw('e.id = s.id').select(db.raw('1')))
      .select({ _id: 's.id', device: 's.device', address: 's.address', createdAt: 's.created_at' })
      .select({ usedAt: 's.used_at', expiresAt: 's.expires_at' })
      .select(db.raw('coalesce(s.id = ?::uuid, false) as "isCurrent"', [current]))
      .orderBy([
        { column: 's.used_at', order: 'desc' },
        { column: 's.id', order: 'desc' },
      ]),
  );
}
