import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { notify } from '../../kernel/notices/notify.js';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, invalid } from '../../kernel/errors.js';
import { statusMessage } from '../invoices/rules.js';
import { refuseOutsideWindow } from '../invoices/window.js';
import { NOTHING_CHANGED, schemaFor, service } from '../../kernel/service.js';
import { todayIn } from '../../kernel/time.js';
import { refusingTakenNumber } from './create-service.js';
import { companyOf } from './draft.js';
import { linesOf, type Line } from './lines.js';
import { addMessages, RepairInvoiceModel, replaceLines } from './model.js';
import { findRepair, lockRepair } from './queries.js';
import { isEditable, repairTransitions, totalsOf, type RepairStatus } from './rules.js';
import { ChangeRepair, RepairAnswer, RepairInvoice, type RepairDetail } from './schema.js';
import { differences, traceOf } from './trace.js';

type Change = z.output<typeof ChangeRepair>;

export const changeRepair = service({
  summary: 'Change a New repair or driver invoice, approve it, mark it paid, or reopen it',
  permission: 'repairs.write',
  effect: 'write',
  input: ChangeRepair,
  output: RepairAnswer,
  run: async (ctx, input) => {
    const before = await lockRepair(ctx, input.id);
    refuseStale(ctx, before, input);
    const to = input.status === undefined || input.status === before.status ? null : input.status;
    const next = await nextOf(ctx, before, input);
    const isEdited = !isDeepStrictEqual(fieldsOf(before), next);
    if (isEdited) await refuseEdit(ctx, before, next);
    if (to) refuseMove(ctx, before, to);
    const text = input.newMessage || null;
    if (!isEdited && !to && !text) {
      ctx.unchanged();
      return { msg: NOTHING_CHANGED, repairInvoice: before };
    }
    const paid = await paidWith(ctx, before, input, to);
    await store(ctx, before, { next, isEdited, to, paid });
    const saved = isEdited ? [`Invoice updated by ${ctx.actor.name}`] : [];
    await addMessages(ctx, before._id, [...(text ? [text] : []), ...saved, ...(to ? [statusMessage(to)] : [])]);
    if (to) await tellShop(ctx, before, to);
    const repairInvoice = await findRepair(ctx.db, ctx.actor, before._id);
    await record(ctx, { before, after: repairInvoice, to, text });
    return { msg: 'Invoice is updated', repairInvoice };
  },
});

function refuseStale(ctx: WriteCtx, before: RepairDetail, { revision, originalStatus }: Change): void {
  const isFresh = (revision ?? before.revision) === before.revision;
  if (isFresh && (originalStatus ?? before.status) === before.status) return;
  const current = z.encode(schemaFor(RepairInvoice, ctx), before);
  throw new DomainError('stale-record', { what: 'The invoice', by: before.updatedBy, current });
}

interface Fields {
  readonly invoiceNumber: string;
  readonly invoicedDate: string;
  readonly billTo: string;
  readonly lines: readonly Line[];
}

const fieldsOf = ({ invoiceNumber, invoicedDate, billTo, items }: RepairDetail): Fields => ({
  ...{ invoiceNumber, invoicedDate, billTo },
  lines: items.map(({ _id, item, reason, quantity, rate, standardRate }) => ({
    ...{ _id, item, reason, quantity, rate, standardRate },
  })),
});

async function nextOf(ctx: WriteCtx, before: RepairDetail, input: Change): Promise<Fields> {
  const { lines, ...fields } = fieldsOf(before);
  return {
    invoiceNumber: input.invoiceNumber ?? fields.invoiceNumber,
    invoicedDate: input.invoicedDate ?? fields.invoicedDate,
    billTo: input.billTo ?? fields.billTo,
    lines: input.items ? await linesOf(ctx.db, before, input.items, lines) : lines,
  };
}

async function refuseEdit(ctx: WriteCtx, { status, invoicedDate }: RepairDetail, next: Fields): Promise<void> {
  if (!isEditable(status)) {
    const why = status === 'Paid' ? 'Paid is final' : 'only a New invoice is';
    throw new DomainError('invoice-locked', { status, why });
  }
  if (next.invoicedDate === invoicedDate) return;
  refuseOutsideWindow(ctx, (await companyOf(ctx)).timeZone, next.invoicedDate);
}

function refuseMove(ctx: WriteCtx, { status: from, payment }: RepairDetail, to: RepairStatus): void {
  const permission = repairTransitions[from][to];
  if (!permission) throw new DomainError('invoice-status', { from, to });
  if (!can(ctx.actor, permission)) throw new DomainError('permission-denied', undefined);
  if (payment)
    throw new DomainError('invoice-locked', { status: from, why: `payment ${payment.paymentNumber} paid it` });
}

type Paid = Pick<RepairInvoiceModel, 'paidOn' | 'paidMethod' | 'paidReference'>;

/** When and how an invoice is paid that is marked Paid; nothing for any other status. */
async function paidWith(ctx: WriteCtx, before: RepairDetail, { paid }: Change, to: RepairStatus | null): Promise<Paid> {
  if (to !== 'Paid') {
    if (paid && !isDeepStrictEqual(paid, before.paid)) throw invalid('paid', 'goes with the status Paid');
    return { paidOn: null, paidMethod: null, paidReference: '' };
  }
  if (!paid) throw invalid('paid.method', 'Choose how it was paid');
  const today = todayIn((await companyOf(ctx)).timeZone, ctx.clock.now());
  return { paidOn: paid.date ?? today, paidMethod: paid.method, paidReference: paid.reference ?? '' };
}

interface Stored {
  readonly next: Fields;
  readonly isEdited: boolean;
  readonly to: RepairStatus | null;
  readonly paid: Paid;
}

async function store(ctx: WriteCtx, before: RepairDetail, { next, isEdited, to, paid }: Stored): Promise<void> {
  const now = ctx.clock.now().toISOString();
  const { lines, ...fields } = next;
  const { invoiceTotal, standardInvoiceTotal } = totalsOf(lines);
  const patch = {
    ...(isEdited ? { ...fields, shopTotal: invoiceTotal, standardTotal: standardInvoiceTotal } : {}),
    ...(to ? { status: to, statusSince: now, ...paid } : {}),
    revision: before.revision + 1,
    updatedAt: now,
    updatedBy: ctx.actor.name,
  };
  await refusingTakenNumber(fields.invoiceNumber, () =>
    RepairInvoiceModel.query(ctx.db).findById(before._id).patch(patch),
  );
  if (isEdited) await replaceLines(ctx, before._id, lines);
}

/** What became of its invoice is told to everybody of the shop: no amount, which builders do not see. */
async function tellShop(ctx: WriteCtx, { _id: id, type, invoiceNumber, shop }: RepairDetail, to: RepairStatus) {
  const kind = to === 'New' ? 'warning' : 'success';
  const what = `${type} Invoice ${invoiceNumber}`;
  const content = to === 'New' ? `${what} has been changed to New` : `${what} has been ${to}`;
  const link = { to: type === 'Driver' ? 'driver' : 'repair', id } as const;
  await notify(ctx, { shopId: shop._id, type: kind, msg: `Invoice ${to}`, content, link, about: 'invoices' });
}

interface Told {
  readonly before: RepairDetail;
  readonly after: RepairDetail;
  readonly to: RepairStatus | null;
  readonly text: string | null;
}

async function record(ctx: WriteCtx, { before, after, to, text }: Told): Promise<void> {
  const { _id: id, shop, status } = before;
  const changes = differences(traceOf(before), traceOf(after));
  await ctx.audit({
    action: to === null ? 'update' : status === 'Paid' ? 'reopen' : 'change status',
    entity: 'repair-invoice',
    id,
    shopId: shop._id,
    before: changes.before,
    after: { ...changes.after, ...(text ? { message: text } : {}) },
  });
  await ctx.publish({ topic: 'repairs', shopIds: [shop._id], ids: [id] });
}
