import type { ComponentType } from 'react';
import { Link } from 'wouter';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import type { Selection } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { count } from '../../../lib/format.js';
import { SelectionTotal, Decisions } from '../decisions.js';
import type { InvoiceRow } from '../invoice-types.js';
import { useDecidable } from '../use-decidable.js';
import { ApprovedInvoicesPage } from './approved-invoices-page.js';
import { ExportPaid } from './export-paid.js';
import { InvoiceList } from './invoice-list.js';
import type { Side } from '../../../lib/use-side.js';
import { useInvoiceActions } from './use-invoice-actions.js';
import { formatHeading, type Invoices, useInvoices } from './use-invoices.js';

/** Creates the screen that lists a side's invoices of a status. */
export const invoiceListPage = (side: Side, status: InvoiceStatus): ComponentType =>
  side === 'company' && status === 'Approved'
    ? ApprovedInvoicesPage
    : () => <InvoiceListPage side={side} status={status} />;

function InvoiceListPage({ side, status }: { side: Side; status: InvoiceStatus }) {
  const invoices = useInvoices(status);
  const actions = useInvoiceActions();
  const deciding = useDeciding(invoices);
  const { adjustedCount, list } = invoices;
  const isWaiting = side === 'company' && waitingStatuses.has(status);
  return (
    <Page
      title={`${status} invoices`}
      heading={formatHeading(status, invoices)}
      aside={
        adjustedCount !== undefined && (
          <Link href={`/${side}/invoices/adjusted`} className="link">
            {count(adjustedCount)} Adjusted
          </Link>
        )
      }
      actions={status === 'Paid' && <ExportPaid filters={list.query} />}
    >
      <InvoiceList
        side={side}
        status={status}
        invoices={invoices}
        actions={actions}
        {...(isWaiting ? deciding.list : {})}
      />
      {actions.dialog}
      {deciding.dialog}
    </Page>
  );
}

/** The statuses in which the office decides. */
const waitingStatuses: ReadonlySet<InvoiceStatus> = new Set(['New', 'Adjusted']);

/** The selected invoices of a list, decided together as on the approvals desk. */
function useDeciding({ query }: Invoices) {
  const rows = (query.data?.items ?? []).map((row) => ({
    ...row,
    kind: 'invoice' as const,
    grandTotal: row.order.grandTotal,
  }));
  const { ticked, decide, selection } = useDecidable(rows);
  const selectable: Selection<InvoiceRow> = {
    ...selection,
    getName: (row) => `invoice ${row.invoiceNumber} of ${row.shop.name}`,
    disabledReason: ({ status }) =>
      waitingStatuses.has(status) ? null : 'Only New and Adjusted invoices can be approved or denied.',
  };
  const bulk = (
    <>
      <SelectionTotal ticked={ticked} rows={rows} />
      <Decisions ticked={ticked} decide={decide} />
    </>
  );
  return { list: { selection: selectable, bulk }, dialog: decide.dialog };
}
