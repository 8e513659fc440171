import type { Knex } from 'knex';
import { publish } from '../../kernel/events.js';
import { queueTask } from '../../kernel/queue/queue.js';
import { newId } from '../../kernel/ids.js';
import { type Mail, type Mailer, MailRefused } from '../../kernel/platform/mail.js';
import { DeskError, type SupportDesk, type TicketItem } from '../../kernel/platform/support-desk.js';
import { getAttachments } from './attachments.js';
import { layOutMail, type MailContent } from './layout.js';
import { findLetterhead } from './letterhead.js';
import type { Vault } from '../../kernel/platform/vault.js';
import { LINK_PLACE } from './link-place.js';
import { forgetRefusals, recordRefusal } from './refusals.js';
import { isOutboxKind, type OutboxKind } from './schema.js';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';
import { toError } from '../../kernel/objects.js';

/** The task that delivers one message. */
export const DELIVER = 'deliver-outbox';
/** How many times delivery is tried, with increasing pauses over about a day and a half. */
export const DELIVERY_ATTEMPTS = 14;
/** How many milliseconds a receiver may keep asking for pauses before the message counts as failed. */
const PATIENCE_MS = 2 * 24 * 3600 * 1000;

/** What delivery needs besides the message. */
export interface MailDelivery {
  readonly db: Knex;
  /** Null if no SMTP server is configured; the message then stays in the outbox. */
  readonly mailer: Mailer | null;
  /** Null if no support board is configured; tickets then stay in the outbox. */
  readonly desk: SupportDesk | null;
  /** Decrypts the links of emails; null in a worker that was started without a secret. */
  readonly vault?: Vault | null;
  readonly now: Date;
  /** Whether this is the last attempt. */
  readonly last: boolean;
}

/** A message that its receiver did not accept; the outbox shows why. */
export class DeliveryFailure extends Error {}

interface Row {
  readonly id: string;
  readonly batchId: string;
  readonly kind: string;
  /** The fields of its kind; those of the other kind are undefined. */
  readonly payload: StoredMail & TicketItem;
  readonly createdAt: string;
}

/**
 * Delivers a waiting message exactly once. Skips a message that another process is sending, or whose receiver asked
 * for a pause that is not over. Throws if the receiver refuses it, so that the job is retried. After the last attempt
 * its status is `failed`.
 */
export async function deliverMessage(delivery: MailDelivery, id: string): Promise<void> {
  const failure = await delivery.db.transaction(async (tx) => {
    const row = await takeMessage(tx, id, delivery.now);
    if (!row) return null;
    const mark = async (change: object) => {
      await tx('outbox_messages').where({ id }).update(change);
      await publish(tx, { topic: 'outbox', shopIds: [] });
      await reportToSchedule(tx, row.batchId);
    };
    const send = getSender(row, { ...delivery, db: tx });
    if (!send) return void (await mark({ status: 'kept', error: null }));
    const attempts = tx.raw('attempts + 1');
    try {
      await logAttempt(tx, { id, at: delivery.now, outcome: 'sent', answer: await send() });
    } catch (error) {
      if (error instanceof MailRefused) return void (await noteRefusal(mark, { row, tx, delivery }, error, attempts));
      return recordFailure(mark, { row, tx, delivery }, toError(error), attempts);
    }
    const payload = tx.raw(`payload - 'sealed'`); // once it is sent, its secret is no longer needed
    await mark({ attempts, error: null, retry_at: null, status: 'sent', sent_at: delivery.now, payload });
    return null;
  });
  if (failure) throw failure;
}

/** The messages of a batch, one for each recipient. */
export const batchMessages = async (db: Knex, batchId: string): Promise<string[]> =>
  await queryColumn<string>(db('outbox_messages').where({ batch_id: batchId }).orderBy('id').pluck('id'));

/** The status of the messages of a batch, after waiting for those that another process is sending. */
export const settledStates = (db: Knex, batchId: string): Promise<string[]> =>
  db.transaction(async (tx) =>
    queryColumn<string>(tx('outbox_messages').where({ batch_id: batchId }).orderBy('id').forShare().pluck('status')),
  );

/** Updates the delivery log of a schedule with the state of its emails. */
async function reportToSchedule(tx: Knex, batchId: string): Promise<void> {
  const runs = tx('schedule_runs as r').join('schedules as s', 's.id', 'r.schedule_id').where('r.outbox_id', batchId);
  const shopIds = await queryColumn<string | null>(runs.pluck('s.shop_id'));
  if (shopIds.length > 0) await publish(tx, { topic: 'schedule', shopIds });
}

async function takeMessage(tx: Knex, id: string, now: Date): Promise<Row | undefined> {
  return queryFirstRow<Row>(
    tx('outbox_messages')
      .where({ id, status: 'waiting' })
      .whereRaw('(retry_at is null or retry_at <= ?)', [now])
      .forUpdate()
      .skipLocked()
      .first({ id: 'id', batchId: 'batch_id', kind: 'kind', payload: 'payload', createdAt: 'created_at' }),
  );
}

/**
 * How to send a message of its kind; the function returns the receiver's answer. Null if nothing is configured for
 * it.
 */
function getSender(
  { id, batchId, kind, payload }: Row,
  { db, mailer, desk, vault }: MailDelivery,
): (() => Promise<string>) | null {
  if (!isOutboxKind(kind)) throw new Error(`${kind} is not a message kind`);
  const senders: Readonly<Record<OutboxKind, (() => Promise<string>) | null>> = {
    email:
      mailer &&
      (async () => {
        const storedMail: StoredMail = payload;
        const mail = await layOut(db, storedMail, mailer.address);
        const fullMail = withSecret(mail, storedMail.sealed, vault);
        const answer = await mailer.send(id, { ...fullMail, attachments: await getAttachments(db, batchId) });
        if (mail.text !== storedMail.text) await storeText(db, id, mail.text);
        await forgetRefusals(db, mail.to);
        return answer;
      }),
    ticket:
      desk &&
      (async () => {
        const board_item = await desk.createItem(payload);
        await db('support_tickets').where({ outbox_id: id }).update({ board_item });
        return board_item;
      }),
  };
  return senders[kind];
}

/** An email in the outbox; those stored by older versions are only text. */
type StoredMail = Omit<Mail, 'html' | 'attachments'> & { readonly content?: MailContent; readonly sealed?: string };

/** An email as it is sent, with links to the dashboard if its address is known. */
async function layOut(db: Knex, { to, subject, text, content }: StoredMail, address: string | null): Promise<Mail> {
  return { to, subject, text, ...(content && layOutMail(content, { ...(await findLetterhead(db)), address })) };
}

/** Stores the text as it was sent, which the outbox shows. */
const storeText = async (db: Knex, id: string, text: string): Promise<void> =>
  void (await db('outbox_messages')
    .where({ id })
    .update({ payload: db.raw(`payload || jsonb_build_object('text', ?::text)`, [text]) }));

/** An email with the link that was stored separately. Throws if the link was encrypted under another secret. */
function withSecret(mail: Mail, ciphertext: string | undefined, vault: Vault | null | undefined): Mail {
  if (ciphertext === undefined) return mail;
  const link = vault?.open(ciphertext, 'link');
  if (link === null || link === undefined)
    throw new Error('The link cannot be read because the secret of this installation has changed. Send a new link.');
  const text = mail.text.replaceAll(LINK_PLACE, () => link);
  return {
    ...mail,
    text,
    ...(mail.html && { html: mail.html.replaceAll(LINK_PLACE, () => link) }),
  };
}

/** Removes the secrets of emails that were not sent in time, because their links have expired. */
export const forgetSecrets = async (db: Knex, before: Date): Promise<void> =>
  void (await db('outbox_messages')
    .where('created_at', '<', before)
    .whereRaw(`payload -> 'sealed' is not null`)
    .update({ payload: db.raw(`payload - 'sealed'`) }));
interface DeliveryAttempt {
  readonly row: Row;
  readonly tx: Knex;
  readonly delivery: MailDelivery;
}

/** Records that the receiver permanently refused a message, so that it is not tried again. */
async function noteRefusal(
  mark: (change: object) => Promise<void>,
  { row: { id, payload }, tx, delivery: { now } }: DeliveryAttempt,
  error: MailRefused,
  attempts: Knex.Raw,
): Promise<void> {
  const answer = error.message.slice(0, 1000);
  await logAttempt(tx, { id, at: now, outcome: 'refused', answer });
  await mark({ attempts, error: answer, retry_at: null, status: 'refused' });
  const { to } = payload; // only emails are refused this way
  if (error.isOfAddress) await recordRefusal(tx, { id, to, answer, now });
}

interface Attempt {
  readonly id: string;
  readonly at: Date;
  readonly outcome: 'sent' | 'refused' | 'failed' | 'postponed';
  readonly answer: string;
}

/** Adds a try to the delivery log of a message. */
const logAttempt = async (db: Knex, { id, answer, ...attempt }: Attempt): Promise<void> =>
  void (await db('outbox_attempts').insert({
    ...{ id: newId(), message_id: id, ...attempt, answer: answer.slice(0, 1000) },
  }));

/** Records a failed attempt. Returns the error to throw, or null if the receiver only asked for a pause. */
async function recordFailure(
  mark: (change: object) => Promise<void>,
  { row, tx, delivery: { now, last } }: DeliveryAttempt,
  error: Error,
  attempts: Knex.Raw,
): Promise<DeliveryFailure | null> {
  const pause = error instanceof DeskError ? error.retryAfterMs : null;
  const patient = now.getTime() - Date.parse(row.createdAt) < PATIENCE_MS;
  const outcome = { attempts, error: error.message.slice(0, 1000) };
  const isPostponed = pause !== null && patient;
  await logAttempt(tx, { id: row.id, at: now, outcome: isPostponed ? 'postponed' : 'failed', answer: error.message });
  if (isPostponed) {
    await mark({ ...outcome, retry_at: new Date(now.getTime() + pause) });
    return null;
  }
  await mark({ ...outcome, retry_at: null, status: last || pause !== null ? 'failed' : 'waiting' });
  return new DeliveryFailure(error.message);
}

/**
 * Queues the delivery of waiting messages without a queued task, for example after a restore without the job queue or
 * after a pause that their receiver asked for. Messages whose pause is not over are skipped.
 */
export async function queueWaitingMessages(db: Knex, now: Date): Promise<void> {
  const ids = await queryColumn<string>(
    db('outbox_messages')
      .where({ status: 'waiting' })
      .whereRaw('(retry_at is null or retry_at <= ?)', [now])
      .orderBy('created_at')
      .limit(500)
      .pluck('id'),
  );
  for (const id of ids) await queueDelivery(db, id);
}

/** Queues the delivery of one message, unless it is already queued. */
export const queueDelivery = (db: Knex, id: string): Promise<void> =>
  queueTask(db, DELIVER, { id }, { key: deliveryKey(id), maxAttempts: DELIVERY_ATTEMPTS });

/** The queue key for the delivery of a message. */
export const deliveryKey = (id: string): string => `outbox:${id}`;
