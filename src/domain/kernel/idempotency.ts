import type { Knex } from 'knex';
import type { WriteCtx } from './context.js';
import { DomainError } from './errors.js';
import { jsonTextPaced } from './text/paced-answer.js';
import { queryFirstRow, countWritten } from './database/rows.js';

/** Contexts whose answer came from an earlier request with the same Idempotency-Key. */
export const replayedResults = new WeakSet<object>();

/**
 * Runs `work` once per Idempotency-Key and user. The same key and body get the same answer again; another body is
 * refused. The key is stored in the transaction of the work, so a crash leaves both or neither. Throws
 * `answer-forgotten` if the work was done but its answer was deleted, or never stored because it `isSecret`; the work
 * is never repeated.
 */
export async function once<T>(tx: WriteCtx, what: string, work: () => Promise<T>, isSecret = false): Promise<T> {
  if (!tx.idempotency) return work();
  const { key, hash } = tx.idempotency;
  const mine = { actor: tx.actor?.id ?? tx.actor?.name ?? '', key };
  const insert = tx.db('idempotency_keys').insert({ ...mine, what, hash });
  if ((await countWritten(insert.onConflict(['actor', 'key']).ignore())) === 1) {
    const answer = await work();
    if (isSecret) return answer;
    const text = await jsonTextPaced(answer ?? null);
    await tx.db('idempotency_keys').where(mine).update({ answer: text });
    if (text.length > LONG) await forgetLong(tx.db, { actors: [mine.actor], key });
    return answer;
  }
  const earlierCall = await queryFirstRow<{ hash: string; what: string; answer: T; isForgotten: boolean }>(
    tx
      .db('idempotency_keys')
      .where(mine)
      .first('hash', 'what', 'answer', { isForgotten: tx.db.raw('answer is null') }),
  );
  if (!earlierCall || earlierCall.hash !== hash || earlierCall.what !== what) {
    throw new DomainError('idempotency-key-reused', undefined);
  }
  if (earlierCall.isForgotten) throw new DomainError('answer-forgotten', undefined);
  replayedResults.add(tx);
  return earlierCall.answer;
}

/** Limits for one user: the number of keys, and the bytes of stored answers. */
const MOST_KEYS = 50_000;
const MOST_BYTES = 20 * 1024 * 1024;
/** Answers longer than this (in characters) trigger cleanup immediately; shorter ones wait for the sweep. */
const LONG = 64 * 1024;

/**
 * Deletes the oldest keys and answers of users who are over the limit. A key outlives its answer, so that a retry
 * does not run twice.
 */
export async function forgetAnswers(db: Knex): Promise<void> {
  const actors = await findHoarders(db);
  if (actors.length === 0) return;
  await db.raw(`delete from idempotency_keys where ${among('n > :most')}`, { actors, key: null, most: MOST_KEYS });
  await forgetLong(db, { actors, key: null });
}

const forgetLong = (db: Knex, whose: { readonly actors: readonly string[]; readonly key: string | null }) =>
  db.raw(`update idempotency_keys set answer = null where answer is not null and ${among('bytes > :bytes')}`, {
    ...whose,
    bytes: MOST_BYTES,
  });

/** The keys of these users that exceed a limit, except `:key`. */
const among = (tooMany: string): string => `(actor, key) in (
  select actor, key from idempotency_keys where (actor, key) in (
    select actor, key from (
      select actor, key, row_number() over own as n, sum(pg_column_size(answer)) over own as bytes
      from idempotency_keys where actor = any(:actors)
      window own as (partition by actor order by at desc, key)) as kept
    where n > 1 and ${tooMany})
  and key is distinct from :key for update skip locked)`;

const findHoarders = (db: Knex): Promise<string[]> =>
  db('idempotency_keys')
    .groupBy('actor')
    .havingRaw('count(*) > ? or sum(pg_column_size(answer)) > ?', [MOST_KEYS, MOST_BYTES])
    .pluck('actor');
