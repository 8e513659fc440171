import { invalid } from '../errors.js';
import { getScope, type WriteCtx } from '../context.js';
import { queryRows } from '../database/rows.js';

/** How much of a kind one user may store: how many, and their total length as JSON. */
interface KeptKind {
  readonly table: 'user_preferences' | 'saved_views' | 'schedules';
  readonly owner: 'user_id' | 'owner_id';
  /** The column whose length is limited. */
  readonly column: 'value' | 'filter' | 'recipients';
  readonly names: string;
  readonly most: number;
  readonly mostBytes: number;
}

export const preferencesLimit: KeptKind = {
  table: 'user_preferences',
  owner: 'user_id',
  column: 'value',
  names: 'preferences',
  most: 200,
  mostBytes: 100_000,
};

export const viewsLimit: KeptKind = {
  table: 'saved_views',
  owner: 'owner_id',
  column: 'filter',
  names: 'saved views',
  most: 100,
  mostBytes: 200_000,
};

export const schedulesLimit: KeptKind = {
  table: 'schedules',
  owner: 'owner_id',
  column: 'recipients',
  names: 'schedules',
  most: 50,
  mostBytes: 100_000,
};

/** The owner's columns of a record; `what` is such as `A view`. Throws invalid-input on a command line without a user. */
export function getOwnerColumns({ actor, clock }: WriteCtx, what: string) {
  if (actor.id === null) throw invalid('', `${what} belongs to a user. Add --as <user>.`);
  return { owner_id: actor.id, shop_id: getScope(actor), created_at: clock.now() };
}

/**
 * Runs `write`. Throws invalid-input if its owner is then over the limit. Simultaneous writes do not see each other,
 * because waiting would hold a connection each; the number of connections limits the excess.
 */
export async function writeKept<T>(
  { db }: WriteCtx,
  { table, owner, column, names, most, mostBytes }: KeptKind,
  ownerId: string,
  write: () => Promise<T>,
): Promise<T> {
  const result = await write();
  const [stats] = await queryRows<{
    count: number;
    bytes: number;
  }>(
    db(table)
      .where(owner, ownerId)
      .select(db.raw('count(*)::int as count, coalesce(sum(octet_length(??::text)), 0)::int as bytes', [column])),
  );
  if (stats && stats.count > most) throw invalid('', `You can have at most ${most} ${names}. Delete one first.`);
  if (stats && stats.bytes > mostBytes)
    throw invalid(column, `is too long; your ${names} are limited to ${mostBytes / 1000} kB in total`);
  return result;
}
