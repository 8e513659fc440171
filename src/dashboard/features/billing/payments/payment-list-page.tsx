import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import { MoreActions } from '../../../components/shared/list/more-actions.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { download } from '../../../lib/server/api.js';
import { countHeading, day, money } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import type { Side } from '../../../lib/use-side.js';
import { paymentForm } from '../../../components/shared/record/record-paths.js';
import { OutdatedTag } from './outdated.js';
import { formatPayment } from '../../../../domain/billing/payments/rules.js';
import { useDeletePayment } from './delete-payment.js';
import type { PaymentRow } from '../payment-types.js';
import { PaymentPreview } from './payment-preview.js';
import { RecalculateDialog } from './recalculate-dialog.js';

export const CompanyPaymentsPage = () => <PaymentListPage side="company" />;
export const ShopPaymentsPage = () => <PaymentListPage side="shop" />;

const start = {
  sorts: ['shop', 'paymentNumber', 'paymentDate', 'invoiceCount', 'amount'],
  sort: '-paymentDate',
  size: 200,
  filters: { shop: '' },
} as const;

const shop: ColumnDef<PaymentRow> = {
  field: 'shop',
  header: 'Shop',
  sortable: true,
  fixed: true,
  body: (row) => row.shop.name,
  fact: (row) => row.shop.name,
};
/** The number, next to its shop, as a link to the payment. */
const numberTo = (side: Side): ColumnDef<PaymentRow> => ({
  field: 'paymentNumber',
  header: 'Payment Number',
  sortable: true,
  fixed: true,
  body: (row) => (
    <>
      <RecordLink href={paymentForm(side, row._id)}>{row.paymentNumber}</RecordLink> <OutdatedTag payment={row} />
    </>
  ),
  fact: (row) => <OutdatedTag payment={row} />,
});

const columns: readonly ColumnDef<PaymentRow>[] = [
  { field: 'paymentDate', header: 'Payment Date', sortable: true, body: (row) => day(row.paymentDate) },
  { field: 'invoiceCount', header: 'Invoices', sortable: true, align: 'right', hidden: true },
  {
    field: 'amount',
    header: 'Amount',
    sortable: true,
    align: 'right',
    body: (row) => <Money value={row.shopsPaymentTotal} />,
  },
];

/** The payments of all shops, or of the user's shop. */
function PaymentListPage({ side }: { side: Side }) {
  const list = useListState(start);
  const query = useApi('GET /api/payment', list.query);
  const [recalculating, setRecalculating] = useState<PaymentRow | null>(null);
  const isOffice = side === 'company';
  const remove = useDeletePayment();
  return (
    <Page
      title="Payments"
      heading={countHeading(query.data?.total, 'Payment')}
      aside={<WaitingCorrections shop={list.filters.shop} />}
      actions={isOffice && <ImportLink kind="payments">Import payments</ImportLink>}
    >
      <DataList
        name="payments"
        label="Payments"
        columns={isOffice ? [shop, numberTo(side), ...columns] : [numberTo(side), ...columns]}
        query={query}
        list={list}
        search={{ placeholder: 'Search by Payment Number...', clearLabel: 'Clear Search' }}
        onExport={(format) => download('GET /api/payment/export', { ...withoutPage(list.query), format })}
        filters={
          isOffice && <ShopFilter value={list.filters.shop} onChange={(id) => list.set({ filters: { shop: id } })} />
        }
        preview={{
          title: formatPayment,
          name: (row) => row.paymentNumber,
          href: (row) => paymentForm(side, row._id),
          content: (row) => <PaymentPreview payment={row} />,
          actions: (row) =>
            isOffice && (
              <>
                <OfficeActions payment={row} onRecalculate={setRecalculating} />
                <MoreActions of={formatPayment(row)} items={[remove(row)]} />
              </>
            ),
        }}
        actions={(row) => (
          <>
            {isOffice && <OfficeActions payment={row} onRecalculate={setRecalculating} />}
            <LinkButton href={paymentForm(side, row._id)} label={`View p${formatPayment(row).slice(1)}`}>
              View
            </LinkButton>
            {isOffice && <MoreActions of={formatPayment(row)} items={[remove(row)]} />}
          </>
        )}
        {...(query.data ? { totals: { amount: <Money value={query.data.totals.shop} /> } } : {})}
        empty={isOffice ? 'No payments yet. Create one from Approved invoices.' : 'No payments yet.'}
        emptyAction={<LinkButton href={`/${side}/invoices/approved`}>Approved invoices</LinkButton>}
      />
      {recalculating && <RecalculateDialog payment={recalculating} onClose={() => setRecalculating(null)} />}
    </Page>
  );
}

/** The corrections waiting for the next payments: their number and total. */
function WaitingCorrections({ shop: id }: { shop: string }) {
  const { data } = useApi('GET /api/correction', { state: 'waiting', size: 1, ...(id ? { shop: id } : {}) });
  if (!data || data.total === 0) return null;
  return (
    <span className="muted">
      {countHeading(data.total, 'Correction')} waiting, {money(data.totals.amount)}
    </span>
  );
}

function OfficeActions({
  payment,
  onRecalculate,
}: {
  payment: PaymentRow;
  onRecalculate: (payment: PaymentRow) => void;
}) {
  return (
    <ActionButton
      permission="payments.write"
      aria-label={`Recalculate p${formatPayment(payment).slice(1)}`}
      onClick={() => onRecalculate(payment)}
    >
      Recalculate
    </ActionButton>
  );
}
