import type { Knex } from 'knex';
import { queryFirstRow, queryRows } from '../../kernel/database/rows.js';
import { toKeys, toRecord } from '../../kernel/objects.js';
import { retainedKinds, type RetentionKind } from './rules.js';

export type RetentionDays = Readonly<Record<RetentionKind, number>>;

/** How many days each kind is kept: as the company configured, or else the default. */
export async function findDays(db: Knex): Promise<RetentionDays> {
  const row = await queryFirstRow<{ retention: Partial<RetentionDays> }>(db('companies').first('retention'));
  return toRecord(toKeys(retainedKinds), (kind) => row?.retention[kind] ?? retainedKinds[kind].days);
}

const DAY_MS = 24 * 3_600_000;
/** The most rows of a kind that one sweep deletes; the next one continues. */
const AT_ONCE = 20_000;

/** Deletes rows that are older than the company's retention. Runs with every sweep. */
export async function forgetByAge(db: Knex, now: Date): Promise<void> {
  const days = await findDays(db);
  for (const kind of toKeys(retainedKinds)) {
    const { table, at, where } = retainedKinds[kind];
    const before = new Date(now.getTime() - days[kind] * DAY_MS);
    const oldRows = db(table).whereRaw(where).whereRaw(`${at} < ?`, [before]).limit(AT_ONCE);
    await db(table)
      .whereIn('ctid', oldRows.select(db.raw('ctid')))
      .delete();
  }
}

/** How much of a kind is stored. */
export interface StoredCount {
  readonly kind: RetentionKind;
  readonly rows: number;
  /** The timestamp of the oldest row; null if there is none. */
  readonly oldest: string | null;
}

/** How much of each kind is stored, and since when. */
export const findStored = (db: Knex): Promise<StoredCount[]> =>
  queryRows<StoredCount>(
    db.raw(
      toKeys(retainedKinds)
        .map((kind) => {
          const { table, at, where } = retainedKinds[kind];
          return `select '${kind}' as kind, count(*)::int as rows, min(age) as oldest from (select ${at} as age from ${table} where ${where}) ${kind}`;
        })
        .join(' union all '),
    ),
  );
