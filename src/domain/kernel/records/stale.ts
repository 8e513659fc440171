import type { Knex } from 'knex';
import { queryFirstRow } from '../database/rows.js';
import { DomainError } from '../errors.js';
import { buildTrail } from '../trail/trail.js';

/** What the person who meets a newer version is shown. */
interface Newer {
  /** As people say it: `Dealer "Mill Road"`. */
  readonly what: string;
  /** Who changed it last; null where nobody is known. */
  readonly by: string | null;
  /** The record as it is now, in the form of the wire. */
  readonly current: unknown;
}

/**
 * Refuses a change that started from another revision or status than the stored one, which is undefined where it starts
 * from the record as it is. Throws stale-record with what `newer` finds. Call it after the record is locked.
 */
export async function refuseStale<T>(
  seen: T | undefined,
  stored: T,
  newer: () => Newer | Promise<Newer>,
): Promise<void> {
  if (seen !== undefined && seen !== stored) throw new DomainError('stale-record', await newer());
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
