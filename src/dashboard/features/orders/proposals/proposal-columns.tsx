import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { formatAge, JUST_NOW } from '../../../components/shared/orders/order-status.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { formatMoment } from '../../../lib/format.js';
import { describeChange, describeShort, getOrder, type ProposalRow } from './proposal-words.js';
import styles from './proposals.module.css';

/** How many changes a row shows; the preview shows all. */
const NAMED = 3;

/** The columns of proposals; instants are shown in a time zone. */
export const columnsIn = (timeZone: string): readonly ColumnDef<ProposalRow>[] => [
  {
    field: 'order',
    header: 'Serial #',
    fixed: true,
    pinned: true,
    body: (row) => <RecordLink href={getOrder(row)}>{row.order.serialNumber}</RecordLink>,
  },
  { field: 'status', header: 'Status', body: (row) => <StatusTag of="order" status={row.order.status} /> },
  { field: 'shop', header: 'Shop', body: (row) => row.order.shop?.name },
  { field: 'customer', header: 'Customer', hidden: true, body: (row) => row.order.customer },
  { field: 'model', header: 'Model and size', hidden: true, body: ({ order }) => `${order.model} ${order.size}` },
  { field: 'changes', header: 'Changes', fixed: true, body: (row) => <Changes row={row} />, fact: describeShort },
  { field: 'retail', header: 'Retail', align: 'right', body: (row) => <AmountChange of={row.effect?.retail} /> },
  {
    field: 'shopAmount',
    header: 'Shop amount',
    align: 'right',
    hidden: true,
    body: (row) => <AmountChange of={row.effect?.shopAmount} />,
  },
  {
    field: 'cost',
    header: 'Cost',
    align: 'right',
    hidden: true,
    body: (row) => <AmountChange of={row.effect?.cost} />,
  },
  { field: 'profit', header: 'Gross profit', align: 'right', body: (row) => <AmountChange of={row.effect?.profit} /> },
  { field: 'source', header: 'Source', hidden: true },
  {
    field: 'createdAt',
    header: 'Since',
    body: (row) => (
      <time dateTime={row.createdAt} title={formatMoment(row.createdAt, timeZone)}>
        {formatAge(row.createdAt, new Date())}
      </time>
    ),
    fact: (row) => {
      const age = formatAge(row.createdAt, new Date());
      return age === JUST_NOW ? age : `${age} ago`;
    },
  },
  { field: 'decidedBy', header: 'Decided by', hidden: true },
];

function Changes({ row }: { row: ProposalRow }) {
  const more = row.changes.length - NAMED;
  return (
    <ul className={styles['changes']}>
      {row.changes.slice(0, NAMED).map((change) => (
        <li key={change.key}>{describeChange(change)}</li>
      ))}
      {more > 0 && <li className="muted">{more} more</li>}
      {row.refusal !== null && <li className={styles['refusal']}>{row.refusal}.</li>}
    </ul>
  );
}

/** The change of an amount; a dash if it is zero or unknown. */
export function AmountChange({ of }: { of: { readonly before: number; readonly after: number } | undefined }) {
  const by = of ? Math.round((of.after - of.before) * 100) / 100 : 0;
  if (by === 0) return <span className="muted">{NO_VALUE}</span>;
  return (
    <span className={styles['moved']}>
      {by > 0 && '+'}
      <Money value={by} />
    </span>
  );
}
