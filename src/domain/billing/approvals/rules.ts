import { plural } from '../../kernel/text/plural.js';
/** What waits for the office: the invoice of an order, a repair invoice or a driver invoice. */
export const approvalKinds = ['invoice', 'repair', 'driver'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** The decisions the office can apply to several records at once. */
export const decisions = ['Approved', 'Denied'] as const;
export type Decision = (typeof decisions)[number];

/** Why a kind of record does not allow this decision, as a sentence; null if it does. */
export const describeRefusal = (kind: ApprovalKind, decision: Decision): string | null =>
  decision === 'Denied' && kind !== 'invoice'
    ? `A ${kind} invoice cannot be denied. Approve it or leave it in the list.`
    : null;

/** The message about a batch: `3 Invoices are approved`, `2 of 3 Invoices are denied`. */
export function batchMessage(decision: Decision, doneCount: number, total: number): string {
  const many = `${doneCount === total ? total : `${doneCount} of ${total}`} ${plural(total, 'Invoice')}`;
  return `${many} ${total === 1 ? 'is' : 'are'} ${decision.toLowerCase()}`;
}
