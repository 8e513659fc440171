import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';

/** What a notice opens: one record by its ID, or a list. */
export type NoticeLink =
  | { readonly to: 'order' | 'invoice' | 'payment' | 'repair' | 'driver'; readonly id: string }
  | { readonly to: 'orders' | 'invoices' };

/** A notice: who gets it (shop null: the office) and its text, short and in full. */
export interface Notification {
  readonly shopId: string | null;
  /** The one person it is for; without it, everyone on that side. */
  readonly userId?: string | undefined;
  readonly type: 'info' | 'success' | 'warning' | 'danger';
  readonly msg: string;
  readonly content: string;
  readonly link?: NoticeLink | undefined;
  /** What it is about, if not everyone in the shop or office may see that. */
  readonly about?: 'invoices' | undefined;
}

/**
 * Sends a notice to everyone in a shop or the office, or to one person, inside the caller's transaction. Returns its
 * ID; empty inside a batch.
 */
export async function notify(tx: Omit<WriteCtx, 'actor'>, notification: Notification): Promise<string> {
  const [id = ''] = await notifyEach(tx, [notification]);
  return id;
}

/** Sends several notices; returns their IDs. Sends nothing inside a batch, which notifies on its own. */
export async function notifyEach(
  tx: Omit<WriteCtx, 'actor'>,
  notifications: readonly Notification[],
): Promise<string[]> {
  if (tx.isBatched || notifications.length === 0) return [];
  const rows = notifications.map(({ shopId, userId, type, msg, content, link, about }) => ({
    ...{ id: newId(), shop_id: shopId, user_id: userId ?? null, type, msg, content, at: tx.clock.now() },
    about: about ?? null,
    link_to: link?.to ?? null,
    link_id: link && 'id' in link ? link.id : null,
  }));
  await tx.db('notifications').insert(rows);
  for (const topic of ['alerts', 'invoiceAlerts'] as const) {
    const heard = rows.filter(({ about }) => (about === 'invoices') === (topic === 'invoiceAlerts'));
    const shopIds = [...new Set(heard.map((row) => row.shop_id))];
    if (heard.length > 0) await tx.publish({ topic, shopIds, ids: heard.map(({ id }) => id) });
  }
  return rows.map(({ id }) => id);
}
