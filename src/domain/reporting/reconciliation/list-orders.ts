import { formatCents } from '../../kernel/cents.js';
import { queryPage } from '../../kernel/database/rows.js';
import { service } from '../../kernel/service.js';
import { getPeriod } from '../reports/period.js';
import { reconciledLines, type ReconciledLine } from './query.js';
import { ListReconciled, ReconciledOrders } from './schema.js';

export const listReconciledOrders = service({
  summary: 'List the orders behind a figure of the reconciliation, and what differs in each',
  permission: 'orders.import',
  effect: 'read',
  readsFrom: 'standby',
  input: ListReconciled,
  output: { office: ReconciledOrders },
  run: async (ctx, { page, size, dates, range, ...filter }) => {
    const day = filter.row?.slice(0, 10);
    const period = day ? { first: day, last: day } : await getPeriod(ctx, { dates, range }, 'last-31-days');
    const lines = reconciledLines(ctx.db, filter, period);
    const { items, total } = await queryPage<ReconciledLine>(lines, { page, size });
    return { items: items.map(toItem), total };
  },
});

const toItem = (line: ReconciledLine) => {
  const { day, source, shop, externalId, orderId, serialNumber, status } = line;
  return {
    _id: [source?._id, line.record, orderId].join('|'),
    ...{ day, source, shop, externalId, serialNumber: serialNumber ?? line.serial },
    order: orderId !== null && serialNumber !== null && status !== null ? { _id: orderId, serialNumber, status } : null,
    theirs: line.isThere ? line.theirs : null,
    ours: line.isHere ? line.ours : null,
    why: explain(line),
  };
};

/** How an order differs, as a sentence. */
function explain({
  record,
  source,
  orderId,
  refused,
  isGone,
  isThere,
  isHere,
  theirs,
  ours,
  hasProposal,
}: ReconciledLine) {
  if (record === null) return source ? 'Another order here has the same ID.' : 'No source has it.';
  if (orderId === null) return refused === null ? 'Not here.' : `Not here: ${refused}.`;
  if (isGone) return isHere ? 'The source no longer has it.' : '';
  if (isThere && !isHere) return 'Canceled here only.';
  if (isHere && !isThere) return 'Canceled in the source only.';
  const more = theirs - ours;
  const money = more === 0 ? [] : [`${formatCents(Math.abs(more))} ${more > 0 ? 'more' : 'less'} there.`];
  return [...money, ...(hasProposal ? ['A change waits for a decision.'] : [])].join(' ');
}
