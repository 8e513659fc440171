import type { Ctx, WriteCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { updateInvoice } from '../invoices/life/change.js';
import { updateRepair } from '../repair-invoices/life/change.js';
import { service } from '../../kernel/service.js';
import { notifyDecided } from './notices.js';
import { findNow, findWaitingApprovals } from './queries.js';
import { batchMessage, describeRefusal, type ApprovalKind, type Decision } from './rules.js';
import { ApprovalList, Decide, DecisionResult, ListApprovals, type AskedApproval, type Outcome } from './schema.js';

export const listApprovals = service({
  summary: 'List what is waiting for approval, oldest first, with counts by kind',
  permission: 'approvals.read',
  effect: 'read',
  input: ListApprovals,
  output: ApprovalList,
  run: (ctx, input) => findWaitingApprovals(ctx.db, ctx.clock.now(), input),
});

export const decideApprovals = service({
  summary: 'Approve or deny several invoices; one that is refused does not stop the others',
  permission: 'invoices.decide',
  effect: 'write',
  input: Decide,
  output: DecisionResult,
  run: async (ctx, { decision, reason, records }) => {
    const outcomes = new Map<string, Outcome>();
    const inOneOrder = records.toSorted((a, b) => (a._id < b._id ? -1 : 1)); // in ID order, to avoid deadlocks
    for (const record of inOneOrder) outcomes.set(record._id, await decide(ctx, record, decision, reason ?? null));
    const results = records.flatMap(({ _id }) => outcomes.get(_id) ?? []);
    const doneCount = results.filter((result) => result.done).length;
    await notifyDecided(
      ctx,
      { decision, reason: reason ?? null },
      results.filter((result) => result.done),
    );
    await ctx.audit({
      action: decision === 'Approved' ? 'approve several' : 'deny several',
      entity: 'approvals',
      after: { asked: records.length, done: doneCount },
    });
    return { msg: batchMessage(decision, doneCount, records.length), done: doneCount, results };
  },
});

type Decider = (ctx: Ctx, record: AskedApproval, status: Decision, reason: string | null) => Promise<unknown>;

const byInvoice: Decider = (ctx, { _id: id, revision }, status, newMessage) =>
  updateInvoice(ctx, { id, revision, status, newMessage: status === 'Denied' ? newMessage : null });

/** Approves a repair or driver invoice only from New, because the same change would reopen a Paid one. */
const byRepair: Decider = (ctx, { _id: id, revision }) =>
  updateRepair(ctx, { id, revision, originalStatus: 'New', status: 'Approved' });

const deciders: Readonly<Record<ApprovalKind, Decider>> = { invoice: byInvoice, repair: byRepair, driver: byRepair };

/** Decides one record in its own savepoint, with the use case for a single decision. */
async function decide(
  ctx: WriteCtx,
  record: AskedApproval,
  decision: Decision,
  reason: string | null,
): Promise<Outcome> {
  const { kind, _id } = record;
  const msg = describeRefusal(kind, decision) ?? (await attempt(ctx, record, decision, reason));
  const now = await findNow(ctx.db, kind, _id);
  return { _id, kind, done: msg === null, msg: msg ?? decision, now };
}

/** Returns why the decision was refused, or null if it succeeded. Any error other than a refusal ends the batch. */
async function attempt(
  ctx: WriteCtx,
  record: AskedApproval,
  decision: Decision,
  reason: string | null,
): Promise<string | null> {
  try {
    await deciders[record.kind]({ ...ctx, idempotency: undefined, isBatched: true }, record, decision, reason);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
