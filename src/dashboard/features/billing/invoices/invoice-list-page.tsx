import type { ComponentType } from 'react';
import { Link } from 'wouter';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import { Page } from '../../../components/ui/page.js';
import { count } from '../../../lib/format.js';
import { ApprovedInvoicesPage } from './approved-invoices-page.js';
import { ExportPaid } from './export-paid.js';
import { InvoiceList } from './invoice-list.js';
import type { Side } from '../../../lib/use-side.js';
import { useInvoiceActions } from './use-invoice-actions.js';
import { formatHeading, useInvoices } from './use-invoices.js';

/** Creates the screen that lists a side's invoices of a status. */
export const invoiceListPage = (side: Side, status: InvoiceStatus): ComponentType =>
  side === 'company' && status === 'Approved'
    ? ApprovedInvoicesPage
    : () => <InvoiceListPage side={side} status={status} />;

function InvoiceListPage({ side, status }: { side: Side; status: InvoiceStatus }) {
  const invoices = useInvoices(status);
  const actions = useInvoiceActions();
  const { adjustedCount, list } = invoices;
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
      <InvoiceList side={side} status={status} invoices={invoices} actions={actions} />
      {actions.dialog}
    </Page>
  );
}
