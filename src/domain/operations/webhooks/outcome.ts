import type { WriteCtx } from '../../kernel/context.js';
import { countWritten, queryFirstRow } from '../../kernel/database/rows.js';
import { newId } from '../../kernel/ids.js';
import { notifyOwner } from '../../messaging/outbox/owner.js';
import type { ClaimedMessage } from './line.js';
import type { CallOutcome } from './post.js';
import { decideOnFailure, FAILING_AFTER, nextCall, nextTry, pauseReasons } from './rules.js';

/** A completed call, with what was sent. */
export interface CompletedCall {
  readonly claimed: ClaimedMessage;
  readonly signature: string;
  readonly sentAt: Date;
  readonly outcome: CallOutcome;
}

interface Endpoint {
  readonly name: string;
  readonly ownerId: string | null;
  readonly paused: boolean;
  readonly failures: number;
  readonly failingSince: string | null;
  readonly warned: boolean;
}

/**
 * Records the result of a call: the message is delivered, waits for its next try, or has failed permanently. Does
 * nothing if the message no longer belongs to this worker, or was deleted.
 */
export async function settleMessage(
  tx: WriteCtx,
  { claimed, signature, sentAt, outcome }: CompletedCall,
): Promise<void> {
  const endpoint = await lockEndpoint(tx, claimed.endpointId); // lock the endpoint before the message, in the same sequence as everywhere
  if (!endpoint) return;
  const { id, lease } = claimed;
  const attempts = claimed.attempts + 1;
  const now = tx.clock.now();
  const attempt = { attempts, failures: endpoint.failures + 1, askedMs: outcome.retryAfterMs };
  const next = outcome.error === null ? null : nextTry(attempt, now);
  const state = outcome.error === null ? 'delivered' : next ? 'waiting' : 'failed';
  const settledRows = await tx
    .db('webhook_messages')
    .where({ id, lease })
    .update({
      ...{ state, attempts, next_at: next, lease: null, leased_until: null },
      delivered_at: state === 'delivered' ? now : null,
    });
  if (settledRows === 0) return;
  const { milliseconds, status, answer, error } = outcome;
  await tx.db('webhook_attempts').insert({
    ...{ id: newId(), message_id: id, at: sentAt, address: claimed.address, signature },
    ...{ milliseconds, status, answer, error },
  });
  if (error === null) await recordSuccess(tx, claimed.endpointId, endpoint);
  else await recordFailure(tx, claimed.endpointId, endpoint, { ...outcome, error });
}

const lockEndpoint = ({ db }: WriteCtx, id: string): Promise<Endpoint | undefined> =>
  queryFirstRow<Endpoint>(
    db('webhook_endpoints').where({ id }).forNoKeyUpdate().first({
      name: 'name',
      ownerId: 'owner_id',
      paused: 'paused',
      failures: 'failures',
      failingSince: 'failing_since',
      warned: 'warned',
    }),
  );

/** Makes everything due for an endpoint that works again, without the remaining pauses. */
async function recordSuccess({ db }: WriteCtx, id: string, { failures }: Endpoint): Promise<void> {
  if (failures === 0) return;
  await db('webhook_endpoints').where({ id }).update(healthy);
  if (failures >= FAILING_AFTER) await hurryMessages({ db }, id);
}

/** The columns of an endpoint that works. */
export const healthy = { failures: 0, failing_since: null, last_error: null, retry_at: null, warned: false };

/** Makes every waiting message of an endpoint due. */
export const hurryMessages = ({ db }: Pick<WriteCtx, 'db'>, endpointId: string): Promise<number> =>
  countWritten(
    db.raw(
      `update webhook_messages set next_at = null where endpoint_id = ? and state = 'waiting' and next_at is not null`,
      [endpointId],
    ),
  );

async function recordFailure(
  tx: WriteCtx,
  id: string,
  endpoint: Endpoint,
  { status, error, retryAfterMs }: CallOutcome & { readonly error: string },
): Promise<void> {
  const now = tx.clock.now();
  const failures = endpoint.failures + 1;
  const failingSince = endpoint.failingSince === null ? now : new Date(endpoint.failingSince);
  const consequence = endpoint.paused
    ? 'none'
    : decideOnFailure({ failures, failingSince, warned: endpoint.warned, status }, now);
  const isPaused = consequence === 'pause' || consequence === 'gone';
  await tx
    .db('webhook_endpoints')
    .where({ id })
    .update({
      ...{ failures, failing_since: failingSince, last_error: error, retry_at: nextCall(failures, retryAfterMs, now) },
      ...(consequence === 'warn' ? { warned: true } : {}),
      ...(isPaused ? { paused: true, pause_reason: pauseReasons[consequence] } : {}),
    });
  if (consequence === 'none') return;
  const { name, ownerId } = endpoint;
  const subject = `Webhook "${name}": ${isPaused ? 'it was paused' : 'its receiver is failing'}`;
  const reason = isPaused
    ? `${pauseReasons[consequence]} Events are kept for 30 days; resume it when the receiver works again.`
    : 'It has failed for an hour. Attempts continue for three days, and then it is paused.';
  await notifyOwner(tx, {
    ...{ kind: 'webhooks', link: { to: 'webhook', id }, subjectId: id },
    ...{ ownerId, subject, message: `${reason} ${error}` },
  });
  if (isPaused)
    await tx.audit({
      ...{ action: 'change', entity: 'webhook', id },
      before: { paused: false },
      after: { paused: true, pauseReason: pauseReasons[consequence] },
    });
}
