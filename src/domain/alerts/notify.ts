import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';

/** What a notice opens: one record by its id, or a list. */
export type NoticeLink =
  { readonly to: 'order' | 'invoice' | 'payment' | 'repair' | 'driver'; readonly id: string } | { readonly to: 'orders' | 'invoices' };

/** A notification: who it is for (null: the office) and what it says, short and in full. */
export interface Notification {
  readonly shopId: string | null;
  /** The one person it is for; everybody of the side without. */
  readonly userId?: string | undefined;
  readonly type: 'info' | 'success' | 'warning' | 'danger';
  readonly msg: string;
  readonly content: string;
  readonly link?: NoticeLink | undefined;
}

/** Alerts everybody of a shop or of the office, or one of them alone, inside the transaction of what happened. */
export async function notify(tx: Omit<WriteCtx, 'actor'>, notification: Notification): Promise<string> {
  const [id = ''] = await notifyEach(tx, [notification]);
  return id;
}

/** The same for several notifications at once; answers their ids. */
export async function notifyEach(
  tx: Omit<WriteCtx, 'actor'>,
  notifications: readonly Notification[],
): Promise<string[]> {
  if (notifications.length === 0) return [];
  const rows = notifications.map(({ shopId, userId, type, msg, content, link }) => ({
    ...{ id: newId(), shop_id: shopId, user_id: userId ?? null, type, msg, content, at: tx.clock.now() },
    link_to: link?.to ?? null,
    link_id: link && 'id' in link ? link.id : null,
  }));
  await tx.db('notifications').insert(rows);
  const ids = rows.map(({ id }) => id);
  await tx.publish({ topic: 'alerts', shopIds: [...new Set(rows.map((row) => row.shop_id))], ids });
  return ids;
}
