import type { ReactNode } from 'react';
import type { InvoiceStatus } from '../../../../domain/kernel/order/invoice-status.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef, Selection } from '../../../components/shared/list/list-types.js';
import { MoreActions } from '../../../components/shared/list/more-actions.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { Money } from '../../../components/shared/money.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { day } from '../../../lib/format.js';
import { InvoicePreview } from './invoice-preview.js';
import { OfficeMoves, Pay, useDeleteItem } from './invoice-buttons.js';
import { type InvoiceRow } from '../invoice-types.js';
import type { Side } from '../../../lib/use-side.js';
import { invoiceForm } from '../../../components/shared/record/record-paths.js';
import type { InvoiceActions } from './use-invoice-actions.js';
import type { Invoices } from './use-invoices.js';

type Column = ColumnDef<InvoiceRow>;

const shop: Column = { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop.name };
const numberTo = (side: Side): Column => ({
  field: 'invoiceNumber',
  header: 'Invoice Number',
  sortable: true,
  fixed: true,
  body: (row) => <RecordLink href={invoiceForm(side, row._id)}>{row.invoiceNumber}</RecordLink>,
});
const date: Column = {
  field: 'invoicedDate',
  header: 'Invoiced Date',
  sortable: true,
  body: (row) => day(row.invoicedDate),
};
const status: Column = {
  field: 'status',
  header: 'Status',
  body: (row) => <StatusTag of="invoice" status={row.status} />,
};
const order: Column = {
  field: 'serialNumber',
  header: 'Order',
  sortable: true,
  body: (row) => row.order.serialNumber,
};
const amount: Column = {
  field: 'amount',
  header: 'Amount',
  sortable: true,
  align: 'right',
  body: (row) => <Money value={row.order.grandTotal.shop} />,
};

const withoutSort = (column: Column): Column => ({ ...column, sortable: false });

function toColumns(side: Side, everywhere: boolean): Column[] {
  const defaultColumns = [...(side === 'company' ? [shop] : []), numberTo(side), date, order, amount];
  return everywhere ? [...defaultColumns.slice(0, -1), status, amount].map(withoutSort) : defaultColumns;
}

/** The text and the link for an empty list. */
const empties: Readonly<
  Record<InvoiceStatus, { text: string; shop?: readonly [string, string]; company?: readonly [string, string] }>
> = {
  New: {
    text: 'No invoices are waiting for approval.',
    shop: ['Finished orders', '/shop/orders/finished'],
    company: ['Approved invoices', '/company/invoices/approved'],
  },
  Denied: { text: 'No invoices are denied.' },
  Adjusted: { text: 'No invoices have been adjusted after a denial.' },
  Approved: {
    text: 'No invoices are waiting for payment.',
    shop: ['New invoices', '/shop/invoices/new'],
    company: ['New invoices', '/company/invoices/new'],
  },
  Paid: {
    text: 'No invoices have been paid yet.',
    shop: ['Payments', '/shop/payments'],
    company: ['Approved invoices', '/company/invoices/approved'],
  },
};

const PAID_SIZES = [10, 20, 30, 40, 50, 100, 200];

interface InvoiceListProps {
  readonly side: Side;
  readonly status: InvoiceStatus;
  readonly invoices: Invoices;
  readonly actions: InvoiceActions;
  readonly selection?: Selection<InvoiceRow>;
  readonly bulk?: ReactNode;
  readonly filters?: ReactNode;
  /** Pays an Approved invoice. */
  readonly onPay?: (invoice: InvoiceRow) => void;
}

/** A side's invoices of a status; after Search Database, invoices of any status with a matching number. */
export function InvoiceList({ side, status: of, invoices, actions, filters, onPay, ...more }: InvoiceListProps) {
  const { list, query, everywhere, totals } = invoices;
  const next = empties[of][side];
  const remove = useDeleteItem(actions);
  const menu = (row: InvoiceRow) =>
    side === 'company' &&
    row.status === 'Approved' && <MoreActions of={`invoice ${row.invoiceNumber}`} items={remove(row)} />;
  const pay = (row: InvoiceRow) => onPay && row.status === 'Approved' && <Pay invoice={row} onPay={onPay} />;
  const rowButtons = (row: InvoiceRow) => (
    <>
      {pay(row)}
      {side === 'company' && <OfficeMoves invoice={row} actions={actions} />}
      <LinkButton href={invoiceForm(side, row._id)} label={`View Invoice ${row.invoiceNumber}`}>
        View Invoice
      </LinkButton>
      {menu(row)}
    </>
  );
  return (
    <DataList
      name={`invoices-${of.toLowerCase()}`}
      label={everywhere ? 'Invoices found' : `${of} invoices`}
      columns={toColumns(side, everywhere)}
      query={query}
      list={list}
      search={invoices.search}
      onExport={invoices.onExport}
      ownFilters={['everywhere']}
      filters={
        <>
          {side === 'company' && !everywhere && (
            <ShopFilter
              value={list.filters.shop}
              onChange={(id) => list.set({ filters: { ...list.filters, shop: id } })}
            />
          )}
          {filters}
        </>
      }
      {...(of === 'Paid' ? { pageSizes: PAID_SIZES, exportLabel: 'Export list' } : {})}
      preview={{
        title: (row) => `Invoice ${row.invoiceNumber} of ${row.shop.name}`,
        name: (row) => row.invoiceNumber,
        href: (row) => invoiceForm(side, row._id),
        content: (row) => <InvoicePreview row={row} side={side} />,
        actions: (row) => (
          <>
            {pay(row)}
            {side === 'company' && <OfficeMoves invoice={row} actions={actions} />}
            {menu(row)}
          </>
        ),
      }}
      actions={rowButtons}
      {...(totals ? { totals: { amount: <Money value={totals.shop} /> } } : {})}
      empty={empties[of].text}
      emptyAction={next && <LinkButton href={next[1]}>{next[0]}</LinkButton>}
      {...more}
    />
  );
}
