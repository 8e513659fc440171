import type { Knex } from 'knex';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';
import { newId } from '../../kernel/ids.js';
import { FAILING_AFTER, IN_ORDER_TRIES } from './rules.js';
import type { MessageFacts } from './signing.js';

/** How long a message belongs to the worker that took it, in seconds; longer than any call. */
const LEASE_MS = 60_000;

/** A message that this worker is delivering, with its endpoint's settings. */
export interface ClaimedMessage extends MessageFacts {
  readonly id: string;
  readonly lease: string;
  readonly attempts: number;
  readonly address: string;
  /** The encrypted secrets, newest first. */
  readonly sealed: readonly string[];
}

/** The endpoints with due messages, and how many calls each may get at a time. */
export async function findDueEndpoints(db: Knex, now: Date): Promise<string[]> {
  return queryColumn<string>(
    db('webhook_endpoints as e')
      .where({ paused: false })
      .whereRaw('(e.retry_at is null or e.retry_at <= ?)', [now])
      .whereExists(
        db('webhook_messages as m').whereRaw("m.endpoint_id = e.id and m.state = 'waiting'").whereRaw(DUE, [now, now]),
      )
      .orderBy('e.id')
      .pluck('e.id'),
  );
}

const DUE = '(m.next_at is null or m.next_at <= ?) and (m.leased_until is null or m.leased_until <= ?)';

/**
 * Takes the next message to an endpoint; undefined if there is none now. A message about a record waits until earlier
 * ones about the same record are delivered. A failing endpoint gets one call at a time.
 */
export async function claimMessage(db: Knex, endpointId: string, now: Date): Promise<ClaimedMessage | undefined> {
  const lease = newId();
  return queryFirstRow<ClaimedMessage>(
    db.raw(
      `update webhook_messages w set lease = :lease, leased_until = :until
        from webhook_endpoints e
        where e.id = w.endpoint_id and w.id = (
          select m.id from webhook_messages m join webhook_endpoints e on e.id = m.endpoint_id
          where m.endpoint_id = :endpointId and m.state = 'waiting'
            and (m.next_at is null or m.next_at <= :now) and (m.leased_until is null or m.leased_until <= :now)
            and not e.paused and (e.retry_at is null or e.retry_at <= :now)
            and (e.failures < :failing or not exists (
              select from webhook_messages l where l.endpoint_id = m.endpoint_id and l.state = 'waiting' and l.leased_until > :now))
            and not exists (
              select from webhook_messages p where p.endpoint_id = m.endpoint_id and p.record_id = m.record_id
                and p.state = 'waiting' and p.seq < m.seq and p.attempts < :tries)
          order by m.seq limit 1 for update of m skip locked)
        returning w.id, w.lease, w.attempts, w.type, w.at, w.endpoint_id as "endpointId", w.record_id as "recordId",
          w.revision, w.shop_id as "shopId", e.address,
          case when e.old_secret_until > :now then array[e.secret, e.old_secret] else array[e.secret] end as sealed`,
      {
        ...{ lease, endpointId, now, until: new Date(now.getTime() + LEASE_MS) },
        ...{ failing: FAILING_AFTER, tries: IN_ORDER_TRIES },
      },
    ),
  );
}

/** Returns an untried message to the queue. */
export async function releaseMessage(db: Knex, { id, lease }: Pick<ClaimedMessage, 'id' | 'lease'>): Promise<void> {
  await db('webhook_messages').where({ id, lease }).update({ lease: null, leased_until: null });
}
