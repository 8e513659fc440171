import type { Knex } from 'knex';
import type { z } from 'zod';
import { likeText } from '../../kernel/database/like.js';
import { queryCount, queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import type { AccessEvent, AccessFilter, ListAccess } from './schema.js';

const SEARCHED = ['a.user_name', 'u.name', 'a.actor_name', 'a.address', 'a.device', 'a.detail'];

/**
 * Returns a function that builds a query for the matching entries, without an order. A query itself cannot be
 * returned, because awaiting it would run it.
 */
export async function matchAccess(db: Knex, filter: AccessFilter): Promise<() => Knex.QueryBuilder> {
  const { search, kind, result, user, from, to } = filter;
  const zone = from || to ? await findZone(db) : '';
  const build = () =>
    db('access_events as a')
      .leftJoin('users as u', 'u.id', 'a.user_id')
      .modify((query) => {
        if (kind) void query.where('a.kind', kind);
        if (result) void query.where('a.result', result);
        if (user) void query.where('a.user_id', user);
        if (from) void query.whereRaw('a.at >= (?::date)::timestamp at time zone ?', [from, zone]);
        if (to) void query.whereRaw('a.at < (?::date + 1)::timestamp at time zone ?', [to, zone]);
        if (!search) return;
        const like = SEARCHED.map((column) => `${column} ilike ?`).join(' or ');
        void query.whereRaw(
          `(${like})`,
          SEARCHED.map(() => likeText(search)),
        );
      });
  return build;
}

async function findZone(db: Knex): Promise<string> {
  const company = await queryFirstRow<{ zone: string }>(db('companies').first({ zone: 'time_zone' }));
  return company?.zone ?? 'America/Chicago';
}

const selectEvents = (matching: Knex.QueryBuilder, db: Knex): Knex.QueryBuilder =>
  matching
    .select({ _id: 'a.id', at: 'a.at', kind: 'a.kind', result: 'a.result', actor: 'a.actor_name', via: 'a.via' })
    .select({ address: 'a.address', device: 'a.device', detail: 'a.detail', requestId: 'a.request_id' })
    .select(
      db.raw(`json_build_object('_id', u.id, 'name', coalesce(u.name, ''),
        'email', coalesce(u.user_name, a.user_name)) as "user"`),
    )
    .orderBy([
      { column: 'a.at', order: 'desc' },
      { column: 'a.id', order: 'desc' },
    ]);

/** A page of the log, newest first, and how many entries match. */
export async function findAccess(db: Knex, { page, size, ...filter }: z.output<typeof ListAccess>) {
  const matching = await matchAccess(db, filter);
  const items = await queryRows<AccessEvent>(
    selectEvents(matching(), db)
      .limit(size)
      .offset((page - 1) * size),
  );
  return { items, total: await queryCount(matching()) };
}

const AT_ONCE = 2000;

/** All matching entries, newest first, read in batches to limit memory use. */
export async function* readAccess(db: Knex, matching: () => Knex.QueryBuilder): AsyncGenerator<AccessEvent[]> {
  let last: AccessEvent | undefined;
  for (;;) {
    const next = selectEvents(matching(), db).limit(AT_ONCE);
    if (last) void next.whereRaw('(a.at, a.id) < (select at, id from access_events where id = ?)', [last._id]);
    const rows = await queryRows<AccessEvent>(next);
    yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1);
  }
}
