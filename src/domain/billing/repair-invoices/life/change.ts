import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { refuseLargeAmount, refuseOwnDecision } from '../../../company/control/enforce.js';
import { can } from '../../../kernel/rights/permissions.js';
import { notify } from '../../../kernel/notices/notify.js';
import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError, invalid } from '../../../kernel/errors.js';
import { statusMessage } from '../../invoices/rules.js';
import { refuseOutsideWindow } from '../../invoices/life/window.js';
import { updateDocument, type DocumentEdit as DocumentChange } from '../../../kernel/records/document.js';
import { service } from '../../../kernel/service.js';
import { todayIn } from '../../../kernel/time.js';
import { getCompany } from './draft.js';
import { repairKind } from '../kind.js';
import { readRepairLines, type RepairLine } from './lines.js';
import { addRepairMessages, type RepairInvoiceModel, replaceLines } from '../model.js';
import { isEditable, repairTransitions, computeTotals } from '../rules.js';
import type { RepairStatus } from '../status.js';
import { ChangeRepair, RepairAnswer, type RepairDetail } from '../schema.js';

type Change = z.output<typeof ChangeRepair>;

export const updateRepair = service({
  summary: 'Change a New repair or driver invoice, approve it, mark it paid, or reopen it',
  permission: 'repairs.write',
  effect: 'write',
  input: ChangeRepair,
  output: RepairAnswer,
  run: async (ctx, input) => {
    const edited = await updateDocument(ctx, repairKind, input, (before) => decideEdit(ctx, before, input));
    const hasEdit = edited.after.revision !== edited.before.revision;
    const rest = hasEdit ? { ...input, newMessage: undefined } : input; // the message was stored with the edit
    const { after } = await updateDocument(ctx, repairKind, { id: input.id }, (before) =>
      decideMove(ctx, before, rest),
    );
    return { msg: 'Invoice is updated', repairInvoice: after };
  },
});

type Decision = DocumentChange<RepairInvoiceModel> | null;

/**
 * Decides which fields and lines change; null if none do. It is a change of its own, before the status changes, so
 * that whoever changes an amount has worked on the invoice. Throws if the invoice or the actor does not allow it.
 */
async function decideEdit(ctx: WriteCtx, before: RepairDetail, input: Change): Promise<Decision> {
  const { lines, ...fields } = await getNext(ctx, before, input);
  if (isDeepStrictEqual(toFields(before), { ...fields, lines })) return null;
  await refuseEdit(ctx, before, fields);
  const text = input.newMessage || null;
  const { invoiceTotal: shopTotal, standardInvoiceTotal: standardTotal } = computeTotals(lines);
  return {
    action: 'update',
    row: { ...fields, shopTotal, standardTotal },
    store: async (id) => {
      await replaceLines(ctx, id, lines);
      await addRepairMessages(ctx, id, [...(text ? [text] : []), `Invoice updated by ${ctx.actor.name}`]);
    },
    ...(text ? { note: { message: text } } : {}),
  };
}

/**
 * Decides on a new status and a message; null if there is neither. Throws if the invoice, the actor or the company's
 * rules do not allow it.
 */
async function decideMove(ctx: WriteCtx, before: RepairDetail, input: Change): Promise<Decision> {
  const to = input.status === undefined || input.status === before.status ? null : input.status;
  if (to) {
    refuseMove(ctx, before, to);
    await refuseDecision(ctx, before, to);
  }
  const payment = await paidWith(ctx, before, input, to);
  const text = input.newMessage || null;
  if (!to && !text) return null;
  return {
    action: to === null ? 'add message' : before.status === 'Paid' ? 'reopen' : 'change status',
    row: to ? { status: to, ...payment } : {},
    store: async (id) => {
      await addRepairMessages(ctx, id, [...(text ? [text] : []), ...(to ? [statusMessage(to)] : [])]);
      if (to) await notifyShop(ctx, before, to);
    },
    ...(text ? { note: { message: text } } : {}),
  };
}

interface Fields {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly lines: readonly RepairLine[];
}

const toFields = ({ invoiceNumber, invoicedDate, billTo, items }: RepairDetail): Fields => ({
  ...{ invoiceNumber, invoicedDate, billTo },
  lines: items.map(({ _id, item, reason, quantity, rate, standardRate }) => ({
    ...{ _id, item, reason, quantity, rate, standardRate },
  })),
});

async function getNext(ctx: WriteCtx, before: RepairDetail, input: Change): Promise<Fields> {
  const { lines, ...fields } = toFields(before);
  return {
    invoiceNumber: input.invoiceNumber ?? fields.invoiceNumber,
    invoicedDate: input.invoicedDate ?? fields.invoicedDate,
    billTo: input.billTo ?? fields.billTo,
    lines: input.items ? await readRepairLines(ctx.db, before, input.items, lines) : lines,
  };
}

async function refuseEdit(
  ctx: WriteCtx,
  { status, invoicedDate }: RepairDetail,
  next: Omit<Fields, 'lines'>,
): Promise<void> {
  if (!isEditable(status)) {
    const why = status === 'Paid' ? 'paid invoices are final' : 'only New invoices can be changed';
    throw new DomainError('invoice-locked', { status, why });
  }
  if (next.invoicedDate === invoicedDate) return;
  refuseOutsideWindow(ctx, (await getCompany(ctx)).timeZone, next.invoicedDate);
}

function refuseMove(ctx: WriteCtx, { status: from, shop, payment }: RepairDetail, to: RepairStatus): void {
  const permission = repairTransitions[from][to];
  if (!permission) throw new DomainError('invoice-status', { from, to });
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
  if (!payment) return;
  const why = `it was paid with payment ${payment.paymentNumber} to ${shop.name}`;
  throw new DomainError('invoice-locked', { status: from, why });
}

/** Throws unless the company's rules allow the actor to decide about the invoice. */
async function refuseDecision(ctx: WriteCtx, invoice: RepairDetail, to: RepairStatus): Promise<void> {
  const { _id, type, invoiceNumber, invoiceTotal: amount } = invoice;
  const decision = { what: `${type} invoice ${invoiceNumber}`, permission: 'repairs.decide' } as const;
  await refuseOwnDecision(ctx, { ...decision, records: [_id] });
  if (to !== 'New') await refuseLargeAmount(ctx, { ...decision, amount });
}

type PaidFields = Pick<RepairInvoiceModel, 'paidOn' | 'paidMethod' | 'paidReference'>;

/** When and how an invoice was paid, if it is being marked Paid; empty for any other status. */
async function paidWith(
  ctx: WriteCtx,
  before: RepairDetail,
  { paid }: Change,
  to: RepairStatus | null,
): Promise<PaidFields> {
  if (to !== 'Paid') {
    if (paid && !isDeepStrictEqual(paid, before.paid)) throw invalid('paid', 'can be set only with the status Paid');
    return { paidOn: null, paidMethod: null, paidReference: '' };
  }
  if (!paid) throw invalid('paid.method', 'Choose how it was paid');
  const today = todayIn((await getCompany(ctx)).timeZone, ctx.clock.now());
  return { paidOn: paid.date ?? today, paidMethod: paid.method, paidReference: paid.reference ?? '' };
}

/** Notifies everyone at the shop of the invoice's new status, without the amount: builders must not see it. */
async function notifyShop(ctx: WriteCtx, { _id: id, type, invoiceNumber, shop }: RepairDetail, to: RepairStatus) {
  const what = `${type} Invoice ${invoiceNumber}`;
  const content = to === 'New' ? `${what} has been changed to New` : `${what} has been ${to}`;
  const link = { to: type === 'Driver' ? 'driver' : 'repair', id } as const;
  await notify(ctx, {
    ...{ kind: 'invoices', shopId: shop._id, type: to === 'New' ? 'warning' : 'success' },
    ...{ msg: `Invoice ${to}`, content, link },
  });
}
