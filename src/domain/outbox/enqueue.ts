import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';
import { queueTask } from '../jobs/queue.js';
import type { Mail } from '../platform/mail.js';
import { DELIVER, DELIVERY_ATTEMPTS } from './deliver.js';

/**
 * Puts an e-mail into the outbox, inside the transaction of what it tells about: it is sent when that commits. Where no
 * SMTP server is configured, or the mail has no address, it is kept to be read there.
 */
export async function enqueueMail(tx: WriteCtx, mail: Mail & { readonly shopId: string | null }): Promise<string> {
  const { to, subject, text, shopId } = mail;
  const id = newId();
  const addressed = to.trim() !== '';
  await tx.db('outbox_messages').insert({
    id,
    kind: 'email',
    payload: JSON.stringify({ to: to.trim(), subject, text }),
    shop_id: shopId,
    status: addressed ? 'waiting' : 'kept',
    error: addressed ? null : 'There is no e-mail address to send it to.',
    created_at: tx.clock.now(),
  });
  if (addressed) await queueTask(tx.db, DELIVER, { id }, { key: `outbox:${id}`, maxAttempts: DELIVERY_ATTEMPTS });
  return id;
}
