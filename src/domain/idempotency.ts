import type { WriteCtx } from './context.js';
import { DomainError } from './errors.js';
import { jsonTextPaced } from './paced-answer.js';

/** Contexts whose answer came from an earlier request with the same Idempotency-Key. */
export const replayed = new WeakSet<object>();

/**
 * Runs `work` once per Idempotency-Key and person: the same key and body answer as before, another body is refused.
 * The key is stored in the transaction of the work, so a crash leaves neither or both.
 */
export async function once<T>(tx: WriteCtx, what: string, work: () => Promise<T>): Promise<T> {
  if (!tx.idempotency) return work();
  const { key, hash } = tx.idempotency;
  const mine = { actor: tx.actor?.id ?? tx.actor?.name ?? '', key };
  const fresh = await tx
    .db('idempotency_keys')
    .insert({ ...mine, what, hash })
    .onConflict(['actor', 'key'])
    .ignore();
  if ((fresh as unknown as { rowCount: number }).rowCount === 1) {
    const answer = await work();
    const text = await jsonTextPaced(answer ?? null);
    await tx.db('idempotency_keys').where(mine).update({ answer: text });
    return answer;
  }
  const earlier = (await tx.db('idempotency_keys').where(mine).first('hash', 'what', 'answer')) as
    { hash: string; what: string; answer: T } | undefined;
  if (!earlier || earlier.hash !== hash || earlier.what !== what) {
    throw new DomainError('idempotency-key-reused', undefined);
  }
  replayed.add(tx);
  return earlier.answer;
}
