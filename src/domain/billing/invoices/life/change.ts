import { z } from 'zod';
import { refuseLargeAmount, refuseOwnDecision } from '../../../company/control/enforce.js';
import { can } from '../../../kernel/rights/permissions.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { refuseCorrected } from '../../corrections/queries.js';
import { DomainError, invalid } from '../../../kernel/errors.js';
import { updateDocument, type DocumentEdit as DocumentChange, differing } from '../../../kernel/records/document.js';
import { schemaFor, service } from '../../../kernel/service.js';
import { mailDenial } from '../messages/denial-mail.js';
import { followHead, type HeadChange, lockInvoiceOrder, refuseHead } from './head.js';
import { invoiceKind } from '../kind.js';
import { addInvoiceMessages, type InvoiceModel, type NewMessage } from '../model.js';
import { notifyApproved, notifyCorrected, notifyDenied, notifyReopened } from '../messages/notices.js';
import { findShopTotal, type StoredInvoice } from '../queries.js';
import { refuseUnchangeable } from './refuse-unchangeable.js';
import { invoiceTransitions, statusMessage } from '../rules.js';
import type { InvoiceStatus } from '../../../kernel/order/invoice-status.js';
import { ChangeInvoice, Invoice, InvoiceAnswer } from '../schema.js';

export const updateInvoice = service({
  summary: 'Approve, deny, reopen or adjust an invoice, change its number or date, or add a message',
  permission: 'invoices.update',
  effect: 'write',
  input: ChangeInvoice,
  output: InvoiceAnswer,
  run: async (ctx, input) => {
    if (input.invoicedDate !== undefined) await lockInvoiceOrder(ctx, input.id);
    const { after } = await updateDocument(ctx, invoiceKind, input, (before) => decide(ctx, before, input));
    return { msg: 'Invoice is updated', invoice: after };
  },
});

/** Decides what a change does to an invoice; refuses what the invoice or the actor does not allow. */
async function decide(
  ctx: WriteCtx,
  invoice: StoredInvoice,
  input: ChangeInvoice,
): Promise<DocumentChange<InvoiceModel>> {
  const asRead = z.encode(schemaFor(Invoice, ctx), invoice) as Readonly<Record<string, unknown>>; // both schemas are objects, so the encoded value is one too
  refuseUnchangeable(input, asRead);
  const { invoiceNumber, invoicedDate } = input;
  const head: HeadChange | null = differing(invoice, { invoiceNumber, invoicedDate });
  const change = findChange(ctx, invoice, input, head !== null);
  const { to, text } = change;
  if (to) await refuseDecision(ctx, invoice, to);
  if (to === 'New') await refuseCorrected(ctx.db, invoice.order._id);
  if (head) await refuseHead(ctx, invoice, head);
  return {
    action: to ? 'change status' : head ? 'correct' : 'add message',
    row: { ...head, ...(to ? { status: to } : {}) },
    names: ['invoiceNumber', 'status', ...Object.keys(head ?? {})],
    ...(text ? { note: { message: text } } : {}),
    store: async (id) => {
      if (head) await followHead(ctx, invoice, head);
      await addInvoiceMessages(ctx, id, change.messages);
      await inform(ctx, { ...invoice, ...head }, change, head !== null);
    },
  };
}

/** What a change does besides number and date: the new status and the messages. */
interface Change {
  readonly to: InvoiceStatus | null;
  readonly text: string | null;
  readonly messages: readonly NewMessage[];
}

function findChange(ctx: WriteCtx, invoice: StoredInvoice, input: ChangeInvoice, hasHead: boolean): Change {
  const message = input.newMessage || null;
  const isSame = input.status === invoice.status && (message !== null || hasHead);
  const to = input.status === undefined || isSame ? null : input.status;
  if (!to && !message && !hasHead) throw invalid('newMessage', 'Choose a status or write a message');
  if (to) refuseMove(ctx, invoice, to, message);
  const corrections = to === 'Adjusted' ? describeCorrections(invoice) : null;
  if (to === 'Adjusted' && !message && !corrections && !hasHead) throw invalid('newMessage', NOTHING_ADJUSTED);
  const text = message ?? corrections;
  const kind = to === 'Adjusted' && text !== corrections ? 'adjustment' : 'message'; // the same correction sent again adds no message
  const statusMessages: readonly NewMessage[] = to
    ? [{ msg: statusMessage(to), kind: to === 'Denied' ? 'denial' : 'message' }]
    : [];
  return { to, text, messages: [...(text ? [{ msg: text, kind } as const] : []), ...statusMessages] };
}

function refuseMove(ctx: WriteCtx, { status: from }: StoredInvoice, to: InvoiceStatus, reason: string | null): void {
  const permission = invoiceTransitions[from][to];
  if (!permission) throw new DomainError('invoice-status', { from, to });
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
  if (to === 'Denied' && !reason) throw invalid('newMessage', 'A reason is required to deny an invoice');
}

/** Throws unless the company's rules allow the actor to decide about the invoice. */
async function refuseDecision(ctx: WriteCtx, invoice: StoredInvoice, to: InvoiceStatus): Promise<void> {
  if (to === 'Adjusted') return;
  const { _id, invoiceNumber } = invoice;
  const decision = { what: `Invoice ${invoiceNumber}`, permission: 'invoices.decide' } as const;
  await refuseOwnDecision(ctx, { ...decision, records: [_id] });
  if (to === 'Approved') await refuseLargeAmount(ctx, { ...decision, amount: await findShopTotal(ctx.db, _id) });
}

const NOTHING_ADJUSTED = 'Nothing has been corrected since the denial. Describe what was adjusted';

/** The corrections since the denial, as the form's initial text; null if there are none. */
function describeCorrections({ sinceDenial }: StoredInvoice): string | null {
  const text = (sinceDenial?.changes ?? []).map(({ msg }) => msg).join('\n');
  return text.slice(0, 2000) || null;
}

/** Notifies the shop of what the office decided or corrected. */
async function inform(ctx: WriteCtx, invoice: StoredInvoice, { to, text }: Change, hasHead: boolean): Promise<void> {
  const { _id: id, shop, invoiceNumber } = invoice;
  const notice = { id, shopId: shop._id, invoiceNumber };
  if (hasHead) await notifyCorrected(ctx, notice, 'number or date');
  if (to === 'Approved') await notifyApproved(ctx, notice);
  if (to === 'New') await notifyReopened(ctx, notice);
  if (to !== 'Denied') return;
  await notifyDenied(ctx, notice, text ?? '');
  await mailDenial(ctx, invoice, text ?? '');
}
