import { z } from 'zod';
import type { ActorCtx, Ctx, WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { linkChoices, linkOwnTickets } from '../outbox/account-mail.js';
import { enqueueMail, enqueueTicket } from '../outbox/enqueue.js';
import type { MailContent } from '../outbox/layout.js';
import { getList } from '../../kernel/records/page.js';
import { readInput, service } from '../../kernel/service.js';
import { findTicket, findTickets, findTicketsBy } from './queries.js';
import { CreateTicket, ListMyTickets, ListTickets, MyTicket, Ticket } from './schema.js';
import { queryColumn, queryFirstRow } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

const storeTicket = service({
  summary: 'Submit a support ticket; also creates an item on the support board if one is configured',
  permission: 'tickets.create',
  effect: 'personal',
  input: CreateTicket,
  output: z.object({ _id: z.uuid(), msg: z.string() }),
  run: async (ctx, input) => {
    await refuseOverQuota(ctx);
    const group = await ctx.support?.desk?.findGroup();
    if (group === 'missing') {
      ctx.logger.error({}, 'Group ID not set');
      throw new DomainError('ticket-group-missing', undefined);
    }
    const ticket = { id: newId(), ...input, ...(await getSubmitter(ctx)) };
    const outboxId = group ? await enqueueTicket(ctx, { ...ticket, name: ticket.itemName }) : null;
    await ctx.db('support_tickets').insert(toRow(ctx, ticket, outboxId));
    await sendCopies(ctx, ticket);
    await ctx.publish({ topic: 'tickets', shopIds: [] });
    if (ctx.actor.id) await ctx.publish({ topic: 'tickets', shopIds: [], to: ctx.actor.id });
    return { _id: ticket.id, msg: 'Ticket submitted successfully!' };
  },
});

/** The most tickets a user may submit per hour. */
export const TICKETS_AN_HOUR = 20;
const HOUR_MS = 3_600_000;

/**
 * Throws if the user already submitted the hourly limit of tickets. Inside a transaction, a lock counts submissions
 * one at a time.
 */
async function refuseOverQuota({ db, actor, clock }: ActorCtx): Promise<void> {
  if (actor.id === null) return;
  await db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`tickets ${actor.id}`]);
  const now = clock.now().getTime();
  const last = await queryColumn<string>(
    db('support_tickets')
      .where('created_by', actor.id)
      .where('created_at', '>', new Date(now - HOUR_MS))
      .orderBy('created_at', 'desc')
      .limit(TICKETS_AN_HOUR)
      .pluck('created_at'),
  );
  const first = last[TICKETS_AN_HOUR - 1];
  if (first === undefined) return;
  const retryAfter = Math.max(1, Math.ceil((Date.parse(first) + HOUR_MS - now) / 1000));
  throw new DomainError('ticket-quota', { most: TICKETS_AN_HOUR, retryAfter });
}

/** Queries the support board before the transaction starts, so that no database connection waits for it. */
export const createTicket: typeof storeTicket = Object.assign(async (ctx: Ctx, raw: z.input<typeof CreateTicket>) => {
  const desk = ctx.support?.desk;
  if (!ctx.actor || !desk) return storeTicket(ctx, raw);
  readInput(CreateTicket, raw);
  await refuseOverQuota({ ...ctx, actor: ctx.actor });
  const group = await desk.findGroup();
  return storeTicket(
    { ...ctx, support: { ...ctx.support, desk: { ...desk, findGroup: () => Promise.resolve(group) } } },
    raw,
  );
}, storeTicket);

export const listTickets = service({
  summary: 'List all support tickets, newest first',
  permission: 'tickets.list',
  effect: 'read',
  input: ListTickets,
  output: getList(Ticket),
  run: (ctx, input) => findTickets(ctx.db, input),
});

export const getTicket = service({
  summary: 'Get a support ticket with its answers',
  permission: 'tickets.list',
  effect: 'read',
  input: z.object({ id: Id }),
  output: Ticket,
  run: async (ctx, { id }) => {
    const ticket = await findTicket(ctx.db, id);
    if (!ticket) throw notFound('Ticket');
    return ticket;
  },
});

export const listOwnTickets = service({
  summary: "List the signed-in user's support tickets with their answers, newest first",
  permission: 'tickets.create',
  effect: 'read',
  input: ListMyTickets,
  output: getList(MyTicket),
  run: (ctx, input) => findTicketsBy(ctx.db, ctx.actor.id, input),
});

interface NewTicket extends z.output<typeof CreateTicket> {
  readonly id: string;
  /** The shop's name, or the company's. */
  readonly itemName: string;
  readonly email: string;
}

async function getSubmitter({ db, actor }: WriteCtx): Promise<Pick<NewTicket, 'itemName' | 'email'>> {
  const user = await queryFirstRow<{ email: string }>(
    db('users').where({ id: actor.id, is_key: false }).first({ email: 'user_name' }),
  );
  const place = await queryFirstRow<{ name: string }>(
    actor.shopId ? db('shops').where({ id: actor.shopId }).first('name') : db('companies').first('name'),
  );
  return { itemName: place?.name ?? 'Company', email: user?.email ?? '' };
}

const toRow = ({ actor, clock }: WriteCtx, ticket: NewTicket, outboxId: string | null) => ({
  id: ticket.id,
  shop_id: actor.shopId,
  created_by: actor.id,
  created_by_name: actor.name,
  email: ticket.email,
  item_name: ticket.itemName,
  description: ticket.description,
  serial_number: ticket.serialNumber,
  priority: ticket.priority,
  page: ticket.page ?? null,
  page_title: ticket.page ? ticket.pageTitle : '',
  outbox_id: outboxId,
  created_at: clock.now(),
});

/** Sends a copy to the user who submitted the ticket, and one to the support address if one is configured. */
async function sendCopies(ctx: WriteCtx, ticket: NewTicket): Promise<void> {
  const { actor } = ctx;
  const from = `Support ticket from ${actor.name} (${ticket.email || 'no email address'}), ${ticket.itemName}`;
  const facts = [
    { label: 'Priority', value: ticket.priority },
    ...(ticket.serialNumber ? [{ label: 'Serial number', value: ticket.serialNumber }] : []),
    ...(ticket.page ? [{ label: 'Page', value: ticket.pageTitle || ticket.page }] : []),
    { label: 'Ticket', value: ticket.id },
  ];
  const subject = `Support ticket, ${ticket.priority} priority: ${ticket.itemName}`;
  const addresses = new Set([ticket.email, ctx.support?.email ?? ''].map((one) => one.trim()).filter(Boolean));
  for (const to of addresses) {
    const isCopy = to === ticket.email.trim();
    const content: MailContent = {
      heading: from,
      parts: [
        { kind: 'facts', facts },
        { kind: 'text', text: ticket.description },
      ],
      action: isCopy
        ? linkOwnTickets(actor.shopId !== null)
        : { label: 'Open support tickets', path: '/company/admin/tickets', menu: 'Support Tickets' },
      why: isCopy
        ? 'You get this copy because you wrote the ticket. You choose how you get the answer.'
        : 'You get this email because the operator set this address in SUPPORT_EMAIL, and can change it there.',
      change: isCopy ? linkChoices(actor.shopId !== null) : null,
    };
    await enqueueMail(ctx, { to, subject, content, shopId: actor.shopId });
  }
}
