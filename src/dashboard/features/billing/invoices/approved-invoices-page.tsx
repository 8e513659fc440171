import { useMemo, useState } from 'react';
import { sum, toCents, toDollars } from '../../../../domain/kernel/cents.js';
import { DomainError } from '../../../../domain/kernel/errors.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DayFilter } from '../../../components/shared/list/filters/day-chip.js';
import type { Selection } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { InvoiceList } from './invoice-list.js';
import type { InvoiceRow } from '../invoice-types.js';
import { type InvoiceSelection, choose, stillThere } from './selection.js';
import { useInvoiceActions } from './use-invoice-actions.js';
import { formatHeading, type Invoices, useInvoices } from './use-invoices.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const NewPaymentDialog = loadLazily(() => import('../new-payment-dialog.js').then((m) => m.NewPaymentDialog));

/** The total of several invoices, in dollars. */
const computeAmount = (rows: readonly InvoiceRow[]): number =>
  toDollars(sum(rows.map((row) => toCents(row.order.grandTotal.shop) ?? 0)));

interface Paying {
  readonly shop: InvoiceRow['shop'];
  readonly invoices: readonly InvoiceRow[];
}

/** The company's Approved invoices, from which payments are created. */
export function ApprovedInvoicesPage() {
  const invoices = useInvoices('Approved');
  const actions = useInvoiceActions();
  const { selected, selection, keep, clear } = useSelected(invoices);
  const [paying, setPaying] = useState<Paying | null>(null);
  const toast = useToast();
  const { cutoff } = invoices.list.filters;
  const pay = () => {
    const [first, ...otherRows] = selected;
    if (first && otherRows.every((row) => row.shop._id === first.shop._id))
      setPaying({ shop: first.shop, invoices: selected });
    else toast.error(`Payment ${new DomainError('payment-of-several-shops', undefined).message}`);
  };
  const setCutOff = (to: string) => {
    invoices.list.set({ filters: { ...invoices.list.filters, cutoff: to } });
    if (to) keep((row) => row.invoicedDate <= to);
  };
  const createPayment = (
    <ActionButton
      permission="payments.write"
      kind="primary"
      disabledReason={selected.length === 0 ? 'First select the invoices to pay.' : null}
      onClick={pay}
    >
      Create Payment
    </ActionButton>
  );
  return (
    <Page title="Approved invoices" heading={formatHeading('Approved', invoices)} actions={createPayment}>
      <InvoiceList
        side="company"
        status="Approved"
        invoices={invoices}
        actions={actions}
        selection={selection}
        onPay={(invoice) => setPaying({ shop: invoice.shop, invoices: [invoice] })}
        bulk={<Money value={computeAmount(selected)} />}
        filters={<DayFilter label="Cut-off date" value={cutoff} onChange={setCutOff} />}
      />
      {actions.dialog}
      {paying && (
        <NewPaymentDialog
          shop={paying.shop}
          invoices={paying.invoices}
          repairs="all"
          cutOff={cutoff}
          onCreated={clear}
          onClose={() => setPaying(null)}
        />
      )}
    </Page>
  );
}

const none: readonly InvoiceRow[] = [];

/** The selected invoices, including those hidden by a search; invoices that are no longer Approved are removed. */
function useSelected({ query, list, everywhere }: Invoices) {
  const [chosenInvoices, setChosenInvoices] = useState<InvoiceSelection>(new Map());
  const { shop, cutoff } = list.filters;
  const rows = query.data?.items ?? none;
  const complete = !everywhere && list.search === '' && query.data !== undefined && query.data.total === rows.length;
  const selectedIds = useMemo(
    () => stillThere(chosenInvoices, { rows, complete, shop }),
    [chosenInvoices, rows, complete, shop],
  );
  const selection: Selection<InvoiceRow> = {
    selected: new Set(selectedIds.map((row) => row._id)),
    onChange: (ids) => setChosenInvoices(choose(ids, chosenInvoices, rows)),
    getName: (row) => `invoice ${row.invoiceNumber} of ${row.shop.name}`,
    disabledReason: (row) => {
      if (row.status !== 'Approved') return 'Only Approved invoices can be paid.';
      return cutoff && row.invoicedDate > cutoff ? 'This invoice is dated after the cut-off date.' : null;
    },
  };
  const keep = (fits: (row: InvoiceRow) => boolean) =>
    setChosenInvoices(new Map(selectedIds.filter(fits).map((row) => [row._id, row])));
  return { selected: selectedIds, selection, keep, clear: () => setChosenInvoices(new Map()) };
}
