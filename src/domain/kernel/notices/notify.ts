import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';
import { queueTask } from '../queue/queue.js';
import { isForBuilders, type NoticeKind } from './kinds.js';
import type { NoticeLink } from './places.js';

/** The task that plans the emails of new notices. */
export const MAIL_NOTICES = 'mail-notices';

/** The transaction that a notice is sent in. */
type NoticeTx = Pick<WriteCtx, 'db' | 'clock' | 'publish' | 'isBatched'>;

/** A notice: its kind, its receivers (shop null for the office) and its text, short and in full. */
export interface Notification {
  readonly kind: NoticeKind;
  readonly shopId: string | null;
  /** The only user it is for. If left out, it is for everyone on that side who may receive its kind. */
  readonly userId?: string | undefined;
  readonly type: 'info' | 'success' | 'warning' | 'danger';
  readonly msg: string;
  readonly content: string;
  readonly link?: NoticeLink | undefined;
  /** The record that it waits for; the notice is resolved together with the record. */
  readonly subjectId?: string | undefined;
}

/**
 * Sends a notice to everyone in a shop or the office, or to one user, inside the caller's transaction. Returns its
 * ID; empty inside a batch.
 */
export async function notify(tx: NoticeTx, notification: Notification): Promise<string> {
  const [id = ''] = await notifyEach(tx, [notification]);
  return id;
}

/** Sends several notices; returns their IDs. Sends nothing inside a batch, which sends its own notices. */
export async function notifyEach(tx: NoticeTx, notifications: readonly Notification[]): Promise<string[]> {
  if (tx.isBatched || notifications.length === 0) return [];
  const rows = notifications.map(({ kind, shopId, userId, type, msg, content, link, subjectId }) => ({
    ...{ id: newId(), kind, shop_id: shopId, user_id: userId ?? null, type, msg, content, at: tx.clock.now() },
    link_to: link?.to ?? null,
    link_id: link && 'id' in link ? link.id : null,
    subject_id: subjectId ?? null,
  }));
  await tx.db('notifications').insert(rows);
  await publishNotices(tx, rows);
  const ids = rows.map(({ id }) => id);
  await queueMails(tx, ids);
  return ids;
}

/** Queues the task that plans the emails of new notices. */
export const queueMails = ({ db }: Pick<WriteCtx, 'db'>, ids: readonly string[]): Promise<void> =>
  queueTask(db, MAIL_NOTICES, { ids });

interface PublishedNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly shop_id: string | null;
}

/** Publishes notices to those who may learn of them; to Builders only kinds that they get. */
export async function publishNotices(tx: NoticeTx, rows: readonly PublishedNotice[]): Promise<void> {
  for (const topic of ['alerts', 'invoiceAlerts'] as const) {
    const readable = rows.filter(({ kind }) => isForBuilders(kind) === (topic === 'alerts'));
    const shopIds = [...new Set(readable.map((row) => row.shop_id))];
    if (readable.length > 0) await tx.publish({ topic, shopIds, ids: readable.map(({ id }) => id) });
  }
}
