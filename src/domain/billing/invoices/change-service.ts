import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import type { WriteCtx } from '../../kernel/context.js';
import { refuseCorrected } from '../corrections/queries.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { schemaFor, service } from '../../kernel/service.js';
import { mailDenial } from './denial-mail.js';
import { changeHead, findHeadChange, lockOrderOf } from './head.js';
import { findSinceDenial } from './message-query.js';
import { addMessages, InvoiceModel, type NewMessage } from './model.js';
import { notifyApproved, notifyCorrected, notifyDenied, notifyReopened } from './notices.js';
import { findInvoice, lockInvoice, type LockedInvoice } from './queries.js';
import { refuseUnchangeable } from './refuse-unchangeable.js';
import { invoiceTransitions, statusMessage } from './rules.js';
import type { InvoiceStatus } from '../../kernel/order/invoice-status.js';
import { ChangeInvoice, Invoice, InvoiceAnswer } from './schema.js';

export const changeInvoice = service({
  summary: 'Approve, deny, reopen or adjust an invoice, change its number or date, or add a message to it',
  permission: 'invoices.update',
  effect: 'write',
  input: ChangeInvoice,
  output: InvoiceAnswer,
  run: async (ctx, input) => {
    if (input.invoicedDate !== undefined) await lockOrderOf(ctx, input.id);
    const invoice = await lockInvoice(ctx, input.id);
    await refuseStale(ctx, invoice, input);
    refuseUnchangeable(input, await readAsSent(ctx, invoice.id));
    const head = findHeadChange(invoice, input);
    const change = await findChange(ctx, invoice, input, Object.keys(head).length > 0);
    if (change.to === 'New') await refuseCorrected(ctx.db, invoice.orderId);
    const corrected = await changeHead(ctx, invoice, head);
    await storeChange(ctx, invoice, change.to);
    await addMessages(ctx, invoice.id, [
      ...(corrected ? [{ msg: corrected, kind: 'correction' } as const] : []),
      ...change.messages,
    ]);
    await inform(ctx, { ...invoice, ...head }, change, corrected);
    await record(ctx, invoice, { ...head, ...(change.to ? { status: change.to } : {}) }, change.text);
    return { msg: 'Invoice is updated', invoice: await findInvoice(ctx, invoice.id) };
  },
});

/** The invoice as the actor reads it, in the form of the wire. */
const readAsSent = async (ctx: WriteCtx, id: string): Promise<Readonly<Record<string, unknown>>> =>
  z.encode(schemaFor(Invoice, ctx), await findInvoice(ctx, id)) as Record<string, unknown>;

async function refuseStale(ctx: WriteCtx, invoice: LockedInvoice, { revision, originalStatus }: ChangeInvoice) {
  const fresh =
    (revision ?? invoice.revision) === invoice.revision && (originalStatus ?? invoice.status) === invoice.status;
  if (fresh) return;
  const current = await readAsSent(ctx, invoice.id);
  throw new DomainError('stale-record', { what: 'The invoice', by: invoice.updatedBy, current });
}

/** What a change does besides number and date: the status it leads to, and what is said. */
interface Change {
  readonly to: InvoiceStatus | null;
  readonly text: string | null;
  readonly messages: readonly NewMessage[];
}

async function findChange(
  ctx: WriteCtx,
  invoice: LockedInvoice,
  input: ChangeInvoice,
  hasHead: boolean,
): Promise<Change> {
  const said = input.newMessage || null;
  const isSame = input.status === invoice.status && (said !== null || hasHead);
  const to = input.status === undefined || isSame ? null : input.status;
  if (!to && !said && !hasHead) throw invalid('newMessage', 'Choose a status or write a message');
  if (to) refuseMove(ctx, invoice, to, said);
  const corrections = to === 'Adjusted' ? await describeCorrections(ctx, invoice) : null;
  if (to === 'Adjusted' && !said && !corrections && !hasHead) throw invalid('newMessage', NOTHING_ADJUSTED);
  const text = said ?? corrections;
  const kind = to === 'Adjusted' && text !== corrections ? 'adjustment' : 'message'; // what repeats corrections is none
  const moved: readonly NewMessage[] = to
    ? [{ msg: statusMessage(to), kind: to === 'Denied' ? 'denial' : 'message' }]
    : [];
  return { to, text, messages: [...(text ? [{ msg: text, kind } as const] : []), ...moved] };
}

function refuseMove(ctx: WriteCtx, { status: from }: LockedInvoice, to: InvoiceStatus, reason: string | null): void {
  const permission = invoiceTransitions[from][to];
  if (!permission) throw new DomainError('invoice-status', { from, to });
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
  if (to === 'Denied' && !reason) throw invalid('newMessage', 'A reason is required to deny an invoice');
}

const NOTHING_ADJUSTED = 'Describe what was adjusted: nothing was corrected since the denial';

/** What was corrected since the denial, as the form begins with it; null where nothing was. */
async function describeCorrections(ctx: WriteCtx, { id }: LockedInvoice): Promise<string | null> {
  const since = await findSinceDenial(ctx.db, ctx.actor, id);
  const text = (since?.changes ?? []).map(({ msg }) => msg).join('\n');
  return text.slice(0, 2000) || null;
}

async function storeChange(ctx: WriteCtx, invoice: LockedInvoice, to: InvoiceStatus | null): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await InvoiceModel.query(ctx.db)
    .findById(invoice.id)
    .patch({
      ...(to ? { status: to, statusSince: now } : {}),
      revision: invoice.revision + 1,
      updatedAt: now,
      updatedBy: ctx.actor.name,
    });
}

/** Tells the shop what the office decided or corrected. */
async function inform(
  ctx: WriteCtx,
  invoice: LockedInvoice,
  { to, text }: Change,
  corrected: string | null,
): Promise<void> {
  if (corrected) await notifyCorrected(ctx, invoice, 'number or date');
  if (to === 'Approved') await notifyApproved(ctx, invoice);
  if (to === 'New') await notifyReopened(ctx, invoice);
  if (to !== 'Denied') return;
  await notifyDenied(ctx, invoice, text ?? '');
  await mailDenial(ctx, invoice, text ?? '');
}

type Changed = Partial<Pick<LockedInvoice, 'status' | 'invoiceNumber' | 'invoicedDate'>>;

async function record(ctx: WriteCtx, invoice: LockedInvoice, change: Changed, message: string | null): Promise<void> {
  const { id, shopId, invoiceNumber, invoicedDate, status } = invoice;
  const before = { invoiceNumber, status, ...(change.invoicedDate ? { invoicedDate } : {}) };
  const isHead = change.invoiceNumber !== undefined || change.invoicedDate !== undefined;
  await ctx.audit({
    action: change.status ? 'change status' : isHead ? 'correct' : 'add message',
    ...{ entity: 'invoice', id, shopId, before },
    after: { ...before, ...change, ...(message ? { message } : {}) },
  });
  await ctx.publish({ topic: 'invoices', shopIds: [shopId], ids: [id] });
}
