import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { forgetTask } from '../../kernel/queue/queue.js';
import { getList } from '../../kernel/records/page.js';
import { service } from '../../kernel/service.js';
import { deliveryKey, queueDelivery } from './deliver.js';
import { FILES_GONE } from './attachments.js';
import { NO_ADDRESS } from './enqueue.js';
import { LINK_PLACE } from './link-place.js';
import { findMessage, findOutboxMessages, lockMessage } from './queries.js';
import { ListOutbox, OutboxMessage } from './schema.js';
import { Id } from '../../kernel/records/fields.js';

export const listOutbox = service({
  summary: 'List outgoing messages: waiting, sent, not sent and failed',
  permission: 'outbox.view',
  effect: 'read',
  input: ListOutbox,
  output: getList(OutboxMessage),
  run: (ctx, input) => findOutboxMessages(ctx.db, input),
});

export const getMessage = service({
  summary: 'Get an outgoing message',
  permission: 'outbox.view',
  effect: 'read',
  input: z.object({ id: Id }),
  output: OutboxMessage,
  run: async (ctx, { id }) => {
    if (!(await ctx.db('outbox_messages').where({ id }).first('id'))) throw notFound('Message');
    return findMessage(ctx.db, id);
  },
});

export const resendMessage = service({
  summary: 'Resend a message that was not sent or failed',
  permission: 'outbox.view',
  effect: 'write',
  input: z.object({ id: Id }),
  output: z.object({ msg: z.string(), message: OutboxMessage }),
  run: async (ctx, { id }) => {
    const before = await lockMessage(ctx.db, id);
    refuseSending(before);
    await refuseWithoutSecret(ctx, id);
    await ctx.db('outbox_messages').where({ id }).update({ status: 'waiting', error: null, retry_at: null });
    await queueAfresh(ctx, id);
    const message = await findMessage(ctx.db, id);
    await ctx.audit({
      action: 'send again',
      entity: 'message',
      id,
      shopId: message.shop?._id ?? null,
      before: { status: before.status, error: before.error },
      after: { status: message.status, to: message.to, subject: message.subject },
    });
    await ctx.publish({ topic: 'outbox', shopIds: [] });
    return { msg: 'Message queued to send again.', message };
  },
});

function refuseSending({ status, error }: { readonly status: string; readonly error: string | null }): void {
  if (status === 'waiting' || status === 'sent') {
    const why = status === 'sent' ? 'it was already sent' : 'it is already waiting to be sent';
    throw new DomainError('message-not-sendable', { why });
  }
  if (error === NO_ADDRESS) throw new DomainError('message-not-sendable', { why: 'it has no email address' });
  if (error === FILES_GONE)
    throw new DomainError('message-not-sendable', { why: 'its files were deleted with the data of a customer' });
}

/** Queues the delivery again. Removes a failed task first, because its key would block the new one. */
async function queueAfresh({ db }: WriteCtx, id: string): Promise<void> {
  await forgetTask(db, deliveryKey(id));
  await queueDelivery(db, id);
}

/** Throws if the link of the email has expired, because the email would be sent without it. */
async function refuseWithoutSecret({ db }: WriteCtx, id: string): Promise<void> {
  const payload = await queryFirstRow<{ text: string; sealed: string | null }>(
    db('outbox_messages').where({ id }).first(db.raw(`payload ->> 'text' as text, payload ->> 'sealed' as sealed`)),
  );
  if (payload?.text.includes(LINK_PLACE) && payload.sealed === null)
    throw new DomainError('message-not-sendable', { why: 'its link has expired; send a new one' });
}
