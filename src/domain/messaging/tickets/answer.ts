import { z } from 'zod';
import { notify } from '../../kernel/notices/notify.js';
import type { WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { lastActor, refuseStale } from '../../kernel/records/stale.js';
import { service } from '../../kernel/service.js';
import { findTicket } from './queries.js';
import { Ticket, UpdateTicket } from './schema.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

export const updateTicket = service({
  summary: 'Answer, close or reopen a support ticket; its author gets the answer as a notice, by default also by email',
  permission: 'tickets.answer',
  effect: 'write',
  input: UpdateTicket,
  output: Ticket,
  run: async (ctx, { id, revision, status, answer }) => {
    const before = await lockTicket(ctx, id, revision);
    const next = status ?? 'Answered';
    if (answer !== undefined) await storeAnswer(ctx, before, answer);
    await ctx
      .db('support_tickets')
      .where({ id })
      .update({ status: next, revision: before.revision + 1 });
    await ctx.audit({
      ...{ action: 'update', entity: 'ticket', id, shopId: before.shop?._id ?? null },
      before: { status: before.status },
      after: { status: next, ...(answer === undefined ? {} : { answer }) },
    });
    await ctx.publish({ topic: 'tickets', shopIds: [], ids: [id] });
    return (await findTicket(ctx.db, id)) ?? before;
  },
});

/** The locked ticket. Throws not-found, or stale-record with the newer ticket. */
async function lockTicket(
  { db }: WriteCtx,
  id: string,
  revision: number | undefined,
): Promise<z.output<typeof Ticket>> {
  const lockedTicket = await queryFirstRow<object>(db('support_tickets').where({ id }).forUpdate().first('id'));
  const ticket = lockedTicket && (await findTicket(db, id));
  if (!ticket) throw notFound('Ticket');
  await refuseStale(revision, ticket.revision, async () => ({
    what: `Ticket from ${ticket.name}`,
    by: await lastActor(db, id),
    current: ticket,
  }));
  return ticket;
}

async function storeAnswer(ctx: WriteCtx, ticket: z.output<typeof Ticket>, content: string): Promise<void> {
  const { actor, clock } = ctx;
  const author = { author_id: actor.id, author_name: actor.name };
  const answer = { id: newId(), ticket_id: ticket._id, content, ...author, at: clock.now() };
  await ctx.db('ticket_answers').insert(answer);
  const writer = await queryFirstRow<{ id: string; shopId: string | null }>(
    ctx
      .db('support_tickets as t')
      .join('users as u', 'u.id', 't.created_by')
      .where('t.id', ticket._id)
      .first({ id: 'u.id', shopId: 'u.shop_id' }),
  );
  if (!writer) return;
  await notify(ctx, {
    ...{ kind: 'tickets', shopId: writer.shopId, userId: writer.id, type: 'info' },
    ...{ msg: 'Your support ticket was answered', link: { to: 'tickets' } },
    content: `${actor.name} answered your support ticket: ${content}`,
  });
}
