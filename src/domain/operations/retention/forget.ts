import type { Knex } from 'knex';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import { toKeys, toRecord } from '../../kernel/objects.js';
import { retained, type RetentionKind } from './rules.js';

export type RetentionDays = Readonly<Record<RetentionKind, number>>;

/** For how many days each kind is kept: as the company set it, otherwise the default. */
export async function findDays(db: Knex): Promise<RetentionDays> {
  const row = await queryFirstRow<{ retention: Partial<RetentionDays> }>(db('companies').first('retention'));
  return toRecord(toKeys(retained), (kind) => row?.retention[kind] ?? retained[kind].days);
}

const DAY_MS = 24 * 3_600_000;
/** A sweep deletes at most so many rows of a kind; the next one goes on. */
const AT_ONCE = 20_000;

/** Deletes what is older than the company keeps it. Runs with every sweep. */
export async function forgetByAge(db: Knex, now: Date): Promise<void> {
  const days = await findDays(db);
  for (const kind of toKeys(retained)) {
    const { table, at, where } = retained[kind];
    const before = new Date(now.getTime() - days[kind] * DAY_MS);
    const old = db(table).whereRaw(where).whereRaw(`${at} < ?`, [before]).limit(AT_ONCE);
    await db(table)
      .whereIn('ctid', old.select(db.raw('ctid')))
      .delete();
  }
}

/** What is stored of a kind. */
export interface Stored {
  readonly kind: RetentionKind;
  readonly rows: number;
  /** The age of the oldest row as an instant; null if there is none. */
  readonly oldest: string | null;
}

/** How much is stored of each kind, and since when. */
export const findStored = (db: Knex): Promise<Stored[]> =>
  queryRows<Stored>(
    db.raw(
      toKeys(retained)
        .map((kind) => {
          const { table, at, where } = retained[kind];
          return `select '${kind}' as kind, count(*)::int as rows, min(age) as oldest from (select ${at} as age from ${table} where ${where}) ${kind}`;
        })
        .join(' union all '),
    ),
  );
