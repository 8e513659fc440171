import type { WriteCtx } from '../context.js';
import { newId } from '../ids.js';
import type { Mail } from '../platform/mail.js';
import type { TicketItem } from '../platform/support-desk.js';
import { keepAttachments } from './attachments.js';
import { queueDelivery } from './deliver.js';
import type { OutboxKind } from './schema.js';

/**
 * Puts an e-mail into the outbox, inside the transaction of what it tells about: it is sent when that commits. Where no
 * SMTP server is configured, or the mail has no address, it is kept to be read there.
 */
export async function enqueueMail(
  tx: Omit<WriteCtx, 'actor'>,
  mail: Mail & { readonly shopId: string | null },
): Promise<string> {
  const { to, subject, text, shopId, attachments = [] } = mail;
  const addressed = to.trim() !== '';
  const id = await enqueue(tx, 'email', {
    payload: { to: to.trim(), subject, text },
    shopId,
    kept: addressed ? null : NO_ADDRESS,
  });
  await keepAttachments(tx.db, id, attachments);
  return id;
}

/** Puts a ticket into the outbox, to become an item of the support board when the transaction commits. */
export const enqueueTicket = (
  tx: WriteCtx,
  ticket: Omit<TicketItem, 'key'> & { readonly id: string },
): Promise<string> => {
  const { id, name, email, description, serialNumber, priority } = ticket;
  const item: TicketItem = { key: id, name, email, description, serialNumber, priority };
  const told = { to: 'Support board', subject: `${priority}: ${name}`, text: description };
  return enqueue(tx, 'ticket', { payload: { ...item, ...told }, shopId: tx.actor.shopId, kept: null });
};

export const NO_ADDRESS = 'There is no e-mail address to send it to.';

interface NewMessage {
  /** What its sender needs; `to`, `subject` and `text` are what the outbox shows. */
  readonly payload: { readonly to: string; readonly subject: string; readonly text: string };
  readonly shopId: string | null;
  /** Why it cannot be sent. */
  readonly kept: string | null;
}

async function enqueue(
  tx: Omit<WriteCtx, 'actor'>,
  kind: OutboxKind,
  { payload, shopId, kept }: NewMessage,
): Promise<string> {
  const id = newId();
  await tx.db('outbox_messages').insert({
    id,
    kind,
    payload: JSON.stringify(payload),
    shop_id: shopId,
    status: kept === null ? 'waiting' : 'kept',
    error: kept,
    created_at: tx.clock.now(),
  });
  await tx.publish({ topic: 'outbox', shopIds: [] });
  if (kept === null) await queueDelivery(tx.db, id);
  return id;
}
