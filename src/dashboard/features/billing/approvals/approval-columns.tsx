import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { NO_VALUE } from '../../../../domain/kernel/cents.js';
import { Money } from '../../../components/shared/money.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { day, formatMoment } from '../../../lib/format.js';
import { formatAge } from '../../../components/shared/orders/order-status.js';
import { Changes } from '../approval-changes.js';
import { getForm, kindNames, type WaitingApproval } from '../approval-words.js';

/** The columns of waiting records; instants are shown in a time zone. */
export const columnsIn = (timeZone: string): readonly ColumnDef<WaitingApproval>[] => [
  {
    field: 'invoiceNumber',
    header: 'Invoice #',
    sortable: true,
    fixed: true,
    body: (row) => <RecordLink href={getForm(row)}>{row.invoiceNumber}</RecordLink>,
  },
  { field: 'kind', header: 'Kind', body: (row) => kindNames[row.kind] },
  { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop.name },
  { field: 'order', header: 'Order', body: (row) => row.order?.serialNumber, fact: null }, // leaves room for the age
  {
    field: 'status',
    header: 'Status',
    body: (row) => <StatusTag of="invoice" status={row.status} />,
    fact: ({ status }) => (status === 'New' ? '' : <StatusTag of="invoice" status={status} />), // most are New
  },
  {
    field: 'waitingSince',
    header: 'Waiting',
    sortable: true,
    body: (row) => (
      <time dateTime={row.waitingSince} title={formatMoment(row.waitingSince, timeZone)}>
        {formatAge(row.waitingSince, new Date())}
      </time>
    ),
    fact: (row) => formatAge(row.waitingSince, new Date()),
  },
  {
    field: 'changes',
    header: 'Corrections',
    body: (row) => <Changes texts={row.changes} />,
  },
  { field: 'invoicedDate', header: 'Invoiced Date', hidden: true, body: (row) => day(row.invoicedDate) },
  {
    field: 'company',
    header: 'Company',
    hidden: true,
    align: 'right',
    body: (row) => <CompanyAmount value={row.grandTotal.company} />,
  },
  {
    field: 'amount',
    header: 'Amount',
    sortable: true,
    align: 'right',
    body: (row) => <Money value={row.grandTotal.shop} />,
  },
];

/** The company's revenue; a dash if there is none, as for repair and driver invoices. */
export const CompanyAmount = ({ value }: { value: number | null }) =>
  value === null ? <span className="muted">{NO_VALUE}</span> : <Money value={value} />;
