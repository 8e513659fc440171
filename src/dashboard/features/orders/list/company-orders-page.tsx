import { type ComponentType, useState } from 'react';
import { Link } from 'wouter';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { useCreateInvoice } from '../use-create-invoice.js';
import { DeleteOrder } from './delete-order.js';
import { companyColumns } from '../order-columns.js';
import { getForm, type ListedStatus } from '../../../components/shared/orders/order-status.js';
import { RepriceDialog } from './reprice-dialog.js';
import { emptyText, getTone, useOrderList } from '../use-order-list.js';

/** The office's orders of one status. */
function CompanyOrdersPage({ status }: { status: ListedStatus }) {
  const { list, query, totals, heading, search, inDatabase, onExport } = useOrderList(status);
  const choice = useRepricing(status);
  const billing = useCreateInvoice();
  const sums = totals && { shopTotal: <Money value={totals.shop} />, companyTotal: <Money value={totals.company} /> };
  return (
    <Page title={`${status} orders`} heading={heading}>
      <DataList
        name="company-orders"
        label={`${status} orders`}
        columns={companyColumns}
        query={query}
        list={list}
        search={search}
        filters={!inDatabase && <Filters list={list} />}
        onExport={onExport}
        rowTone={getTone}
        {...choice}
        actions={(row) => (
          <>
            {billing.button(row)}
            <Link
              className="btn btn-secondary"
              href={getForm('company', row._id)}
              aria-label={`View order ${row.serialNumber}`}
            >
              View
            </Link>
            <DeleteFromList row={row} />
          </>
        )}
        {...(sums ? { totals: sums } : {})}
        empty={emptyText(status)}
      />
      {billing.dialog}
    </Page>
  );
}

const isOpen = (status: ListedStatus): boolean => openStatuses.some((open) => open === status);
const none: ReadonlySet<string> = new Set();

/** Selection of open orders for re-pricing at today's prices; only with permission. */
function useRepricing(status: ListedStatus) {
  const { allowed } = useCan('prices.change', { write: true });
  const [selected, setSelected] = useState(none);
  const [ids, setIds] = useState<readonly string[] | null>(null);
  if (!allowed || !isOpen(status)) return {};
  const done = () => {
    setIds(null);
    setSelected(none);
  };
  const bulk = (
    <>
      <ActionButton permission="prices.change" small onClick={() => setIds([...selected])}>
        Re-price selected
      </ActionButton>
      {ids && <RepriceDialog ids={ids} onClose={() => setIds(null)} onDone={done} />}
    </>
  );
  const formatName = (row: Row) => row.serialNumber;
  return { selection: { selected, onChange: setSelected, nameOf: formatName }, bulk };
}

type List = ReturnType<typeof useOrderList>['list'];

function Filters({ list }: { list: List }) {
  const set = (change: Partial<List['filters']>) => list.set({ filters: { ...list.filters, ...change } });
  return (
    <>
      <ShopFilter value={list.filters.shop} onChange={(shop) => set({ shop })} />
      <label>
        <input
          type="checkbox"
          checked={list.filters.alerts !== ''}
          onChange={(event) => set({ alerts: event.target.checked ? 'true' : '' })}
        />
        Only with alerts
      </label>
    </>
  );
}

type Row = NonNullable<ReturnType<typeof useOrderList>['query']['data']>['items'][number];

/** Delete, only for users who may delete orders in this status. */
function DeleteFromList({ row }: { row: Row }) {
  const { superAdmin, superRole } = useMe();
  if (row.status === 'Building' && superAdmin) {
    return <DeleteOrder order={row} question="Are you sure you want to delete this Order?" />;
  }
  if (row.status === 'Canceled' && superRole === 'admin') {
    return <DeleteOrder order={row} question="Are you sure you want to Delete this Order." />;
  }
  return null;
}

/** Creates the screen of one status. */
export const companyOrders = (status: ListedStatus): ComponentType =>
  function CompanyOrders() {
    return <CompanyOrdersPage status={status} />;
  };
