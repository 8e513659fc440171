import type { Knex } from 'knex';
import { queryFirstRow } from '../database/rows.js';
import { DomainError } from '../errors.js';
import { buildTrail } from '../trail/trail.js';

/** What a user sees whose change was based on an older version. */
interface NewerVersion {
  /** Its display name: `Dealer "Mill Road"`. */
  readonly what: string;
  /** The user who last changed it; null if unknown. */
  readonly by: string | null;
  /** The current record, in wire format. */
  readonly current: unknown;
}

/**
 * Throws stale-record, with the result of `newer`, for a change based on a revision or status (`seen`) other than the
 * stored one. Undefined accepts any. Call it after locking the record.
 */
export async function refuseStale<T>(
  seen: T | undefined,
  storedValue: T,
  newer: () => NewerVersion | Promise<NewerVersion>,
): Promise<void> {
  if (seen !== undefined && seen !== storedValue) throw new DomainError('stale-record', await newer());
}

/** Who last changed a record's standard values, or a shop's own values if `shop` is given. */
export async function lastActor(db: Knex, id: string, shop: string | null = null): Promise<string | null> {
  const row = await queryFirstRow<{ actor_name: string }>(
    buildTrail(db, id, shop)
      .orderBy([
        { column: 'at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .first('actor_name'),
  );
  return row?.actor_name ?? null;
}
