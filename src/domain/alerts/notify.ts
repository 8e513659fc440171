import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';

/** A notification: who it is for (null: the office) and what it says, short and in full. */
export interface Notification {
  readonly shopId: string | null;
  /** The one person it is for; everybody of the side without. */
  readonly userId?: string | undefined;
  readonly type: 'info' | 'success' | 'warning' | 'danger';
  readonly msg: string;
  readonly content: string;
}

/** Alerts everybody of a shop or of the office, or one of them alone, inside the transaction of what happened. */
export async function notify(
  tx: Omit<WriteCtx, 'actor'>,
  { shopId, userId, type, msg, content }: Notification,
): Promise<string> {
  const id = newId();
  await tx
    .db('notifications')
    .insert({ id, shop_id: shopId, user_id: userId ?? null, type, msg, content, at: tx.clock.now() });
  await tx.publish({ topic: 'alerts', shopIds: [shopId], ids: [id] });
  return id;
}
