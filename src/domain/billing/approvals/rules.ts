import { plural } from '../../kernel/text/plural.js';
/** What waits for the office: an invoice of an order, or a bill for a repair or for a driver. */
export const approvalKinds = ['invoice', 'repair', 'driver'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** What the office may decide about several records at once. */
export const decisions = ['Approved', 'Denied'] as const;
export type Decision = (typeof decisions)[number];

/** Why a kind of record cannot be decided so, in a sentence; null where it can. */
export const refusalOf = (kind: ApprovalKind, decision: Decision): string | null =>
  decision === 'Denied' && kind !== 'invoice'
    ? `A ${kind} invoice cannot be denied. Approve it or leave it in the list.`
    : null;

/** What is said of a batch: `3 Invoices are approved`, `2 of 3 Invoices are denied`. */
export function batchMessage(decision: Decision, done: number, asked: number): string {
  const many = `${done === asked ? asked : `${done} of ${asked}`} ${plural(asked, 'Invoice')}`;
  return `${many} ${asked === 1 ? 'is' : 'are'} ${decision.toLowerCase()}`;
}
