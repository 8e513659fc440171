import type { Knex } from 'knex';
import { queueTask } from '../jobs/queue.js';
import type { Mail, Mailer } from '../platform/mail.js';

/** The task that delivers one message. */
export const DELIVER = 'deliver-outbox';
/** How often a message is tried: with growing pauses, over about a day and a half. */
export const DELIVERY_ATTEMPTS = 14;

/** What delivering needs to know besides the message. */
export interface Delivery {
  readonly db: Knex;
  /** Null where no SMTP server is configured: the message is kept. */
  readonly mailer: Mailer | null;
  readonly now: Date;
  /** Whether this is the last try. */
  readonly last: boolean;
}

/**
 * Delivers a waiting message, once: another process that has it in hand is left alone. Throws when the server did not
 * take it, so that it is tried again; after the last try it is `failed`.
 */
export async function deliverMessage(delivery: Delivery, id: string): Promise<void> {
  const failure = await delivery.db.transaction(async (tx) => {
    const row = (await tx('outbox_messages')
      .where({ id, status: 'waiting' })
      .forUpdate()
      .skipLocked()
      .first('payload')) as { payload: Mail } | undefined;
    if (!row) return null;
    const mark = (change: object) => tx('outbox_messages').where({ id }).update(change);
    if (!delivery.mailer) return void (await mark({ status: 'kept' }));
    const attempts = tx.raw('attempts + 1');
    try {
      await delivery.mailer.send(id, row.payload);
    } catch (error) {
      await mark({
        attempts,
        error: (error as Error).message.slice(0, 1000),
        status: delivery.last ? 'failed' : 'waiting',
      });
      return error as Error;
    }
    return void (await mark({ attempts, error: null, status: 'sent', sent_at: delivery.now }));
  });
  if (failure) throw failure;
}

/** Queues the delivery of waiting messages that lost it, as after a restore without the job queue; others are left alone. */
export async function queueWaitingMessages(db: Knex): Promise<void> {
  const ids = (await db('outbox_messages')
    .where({ status: 'waiting' })
    .orderBy('created_at')
    .limit(500)
    .pluck('id')) as string[];
  for (const id of ids) await queueTask(db, DELIVER, { id }, { key: `outbox:${id}`, maxAttempts: DELIVERY_ATTEMPTS });
}
