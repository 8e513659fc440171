import type { Output } from '../../../lib/server/api.js';
import { plural } from '../../../../domain/kernel/text/plural.js';
import { day, formatCount } from '../../../lib/format.js';

export type ProposalRow = Output<'GET /api/proposals'>['items'][number];
export type Change = ProposalRow['changes'][number];

export const stateNames = {
  open: 'Waiting',
  accepted: 'Accepted',
  declined: 'Declined',
  replaced: 'Replaced by a newer row',
} as const satisfies Record<ProposalRow['state'], string>;

export const partNames = {
  cancel: 'Canceled sales',
  money: 'Prices',
  lines: 'Add-ons',
  match: 'Model, size, shop, dealer',
  build: 'Colors and types',
  facts: 'Delivery and customer',
} as const satisfies Record<Change['part'], string>;

/** The address of the order that a proposal is about. */
export const getOrder = ({ order }: ProposalRow): string => `/company/order/form?id=${order._id}`;

const dates: ReadonlySet<string> = new Set(['canceled', 'dateOrdered', 'deliveryScheduled', 'dateDelivered']);

/** Formats a value of a change; days as everywhere else. */
export const showValue = ({ key }: Change, value: string | null): string =>
  value === null ? 'none' : dates.has(key) ? day(value) : value;

/** A change in one line: `Roof color: Charcoal → Black`, `New: Loft, 1 × $200.00`. */
export function describeChange(change: Change): string {
  const { key, label, part, before, after } = change;
  if (key === 'canceled') return after === null ? 'Cancellation withdrawn' : `Canceled on ${showValue(change, after)}`;
  if (part === 'lines' && before === null) return `New: ${label}, ${after ?? ''}`;
  if (part === 'lines' && after === null) return `Removed: ${label}`;
  return `${label}: ${showValue(change, before)} → ${showValue(change, after)}`;
}

/** A row's changes in one line, for a phone: the first one and the number of others. */
export function describeShort({ changes: [first, ...more] }: Pick<ProposalRow, 'changes'>): string {
  if (!first) return '';
  return more.length === 0 ? describeChange(first) : `${describeChange(first)} and ${more.length} more`;
}

/** What to do about changes that the order's status no longer allows; null if it allows all of them. */
export function explainLimit({
  state,
  order,
  changes,
}: Pick<ProposalRow, 'state' | 'order' | 'changes'>): string | null {
  const isLimited = state === 'open' && changes.some(({ blocked }) => blocked !== null);
  if (!isLimited) return null;
  if (order.status === 'Finished')
    return 'For a Finished order, you can accept only delivery and customer changes. Make the other changes on the order itself, then decline.';
  return order.status === 'Invoiced'
    ? 'For an Invoiced order, you can accept only delivery and customer changes. Make the other changes on its invoice, then decline.'
    : null;
}

/** The keys of the changes preselected for accepting: all that are still possible and not being built. */
export const listUsual = ({ changes }: ProposalRow): string[] =>
  changes.filter(({ blocked, isBuilt }) => blocked === null && !isBuilt).map(({ key }) => key);

/** Describes the proposals of a decision. */
export const summarize = (rows: readonly ProposalRow[]): string => {
  const changes = rows.reduce((sum, row) => sum + row.changes.length, 0);
  return `${formatCount(changes, 'change')} of ${rows.length} ${plural(rows.length, 'order')}`;
};
