import type { WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import type { Attachment } from '../../kernel/platform/mail.js';
import type { TicketItem } from '../../kernel/platform/support-desk.js';
import { keepAttachments } from './attachments.js';
import { findLetterhead } from './letterhead.js';
import { queueDelivery } from './deliver.js';
import { layOutMail, type MailContent } from './layout.js';
import type { OutboxKind } from './schema.js';

type Tx = Omit<WriteCtx, 'actor'>;

/**
 * Puts an email into the outbox in the transaction of the change it reports; it is sent when that commits. The
 * subject starts with the company's name. Without an SMTP server, or without an address, the email stays in the
 * outbox.
 */
export const enqueueMail = (
  tx: Tx,
  { to, ...mail }: MailWords & { readonly to: string; readonly shopId: string | null; readonly sealed?: string },
): Promise<string> => enqueueMails(tx, { ...mail, recipients: [to], senderId: null });

interface MailWords {
  readonly subject: string;
  readonly content: MailContent;
}

/** The same email to several recipients. */
export type Mails = MailWords & {
  readonly recipients: readonly string[];
  readonly attachments?: readonly Attachment[];
  readonly shopId: string | null;
  /** The user who chose the recipients; the emails count against this user's quota. */
  readonly senderId: string | null;
  /** The link that replaces `LINK_PLACE`, encrypted until it is sent. */
  readonly sealed?: string;
};

/**
 * Puts one email per recipient into the outbox, so that recipients do not see each other. The files are stored once.
 * Returns the batch ID, which is the ID of the first message.
 */
export async function enqueueMails(tx: Tx, { recipients, attachments = [], ...mail }: Mails): Promise<string> {
  const letterhead = await findLetterhead(tx.db);
  const subject = subjectFor(letterhead.company, mail.subject);
  const { content } = mail;
  const { text } = layOutMail(content, { ...letterhead, address: null });
  const batchId = newId();
  for (const [n, address] of recipients.entries()) {
    const to = address.trim();
    await enqueue(tx, 'email', {
      payload: { to, subject, text, content, ...(mail.sealed && { sealed: mail.sealed }) },
      ids: { id: n === 0 ? batchId : newId(), batchId },
      shopId: mail.shopId,
      senderId: mail.senderId,
      unsentReason: to === '' ? NO_ADDRESS : null,
    });
    if (n === 0) await keepAttachments(tx.db, batchId, attachments);
  }
  return batchId;
}

/** A subject prefixed with the company's name. */
const subjectFor = (name: string, subject: string): string =>
  subject.startsWith(`${name}: `) ? subject : `${name}: ${subject}`;

/** Puts a ticket into the outbox; it is sent to the support board after the transaction commits. */
export const enqueueTicket = (
  tx: WriteCtx,
  ticket: Omit<TicketItem, 'key'> & { readonly id: string },
): Promise<string> => {
  const { id: key, name, email, description, serialNumber, priority } = ticket;
  const item: TicketItem = { key, name, email, description, serialNumber, priority };
  const summary = { to: 'Support board', subject: `${priority}: ${name}`, text: description };
  const id = newId();
  const payload = { ...item, ...summary };
  return enqueue(tx, 'ticket', {
    ...{ payload, ids: { id, batchId: id } },
    ...{ shopId: tx.actor.shopId, senderId: null, unsentReason: null },
  });
};

export const NO_ADDRESS = 'There is no email address to send it to.';

interface NewMessage {
  /** What the sender needs. The outbox shows `to`, `subject` and `text`. */
  readonly payload: {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly content?: MailContent;
    readonly sealed?: string;
  };
  readonly ids: { readonly id: string; readonly batchId: string };
  readonly shopId: string | null;
  readonly senderId: string | null;
  /** Why it cannot be sent; null if it can be. */
  readonly unsentReason: string | null;
}

async function enqueue(
  tx: Tx,
  kind: OutboxKind,
  { payload, ids: { id, batchId }, shopId, senderId, unsentReason }: NewMessage,
): Promise<string> {
  await tx.db('outbox_messages').insert({
    id,
    batch_id: batchId,
    kind,
    payload: JSON.stringify(payload),
    shop_id: shopId,
    sender_id: senderId,
    status: unsentReason === null ? 'waiting' : 'kept',
    error: unsentReason,
    created_at: tx.clock.now(),
  });
  await tx.publish({ topic: 'outbox', shopIds: [] });
  if (unsentReason === null) await queueDelivery(tx.db, id);
  return id;
}
