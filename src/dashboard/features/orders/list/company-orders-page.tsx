import { type ComponentType, useMemo } from 'react';
import { Link } from 'wouter';
import { openStatuses } from '../../../../domain/kernel/order/status.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { MoreActions } from '../../../components/shared/list/more-actions.js';
import { Money } from '../../../components/shared/money.js';
import { getForm, type ListedStatus } from '../../../components/shared/orders/order-status.js';
import type { MenuItem } from '../../../components/ui/overlay/menu.js';
import { Page } from '../../../components/ui/page.js';
import { useMe } from '../../../lib/server/session.js';
import type { OrderRow } from '../change-order.js';
import { companyColumns } from '../order-columns.js';
import { useCreateInvoice } from '../use-create-invoice.js';
import { emptyText, getTone, useOrderList } from '../use-order-list.js';
import { useDeleteOrder } from './delete-order.js';
import { OrderFilters } from './order-filters.js';
import { OrderPreview } from './order-preview-lazy.js';
import { useBulk } from './use-bulk.js';
import { useChosenOrders } from './use-chosen-orders.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const BulkVerbs = loadLazily(() => import('./bulk-verbs.js').then((m) => m.BulkVerbs));
const RepriceButton = loadLazily(() => import('./reprice.js').then((m) => m.RepriceButton));

/** The office's orders of one status. */
function CompanyOrdersPage({ status }: { status: ListedStatus }) {
  const { list, query, totals, heading, search, inDatabase, onExport } = useOrderList(status);
  const selection = useChosenOrders(query.data?.items);
  const bulk = useBulk(selection.clear);
  const billing = useCreateInvoice();
  const more = useMore();
  const columns = useMemo(() => companyColumns(inDatabase), [inDatabase]);
  const sums = totals && { shopTotal: <Money value={totals.shop} />, companyTotal: <Money value={totals.company} /> };
  const isOpen = openStatuses.some((one) => one === status);
  return (
    <Page title={`${status} orders`} heading={heading}>
      <DataList
        name="company-orders"
        label={`${status} orders`}
        columns={columns}
        query={query}
        list={list}
        search={search}
        ownFilters={['database']}
        filters={!inDatabase && <OrderFilters list={list} isOffice />}
        onExport={onExport}
        rowTone={getTone}
        {...(isOpen ? { selection: selection.selection } : {})}
        bulk={
          <>
            {!inDatabase && <BulkVerbs status={status} orders={selection.orders} bulk={bulk} />}
            <RepriceButton orders={selection.orders} onDone={selection.clear} />
          </>
        }
        preview={{
          title: (row) => `Order ${row.serialNumber}`,
          name: (row) => row.serialNumber,
          href: (row) => getForm('company', row._id),
          content: (row) => <OrderPreview row={row} />,
          actions: (row) => (
            <>
              {billing.button(row)}
              <MoreActions of={`order ${row.serialNumber}`} items={more(row)} />
            </>
          ),
        }}
        actions={(row) => (
          <>
            {billing.button(row)}
            <Link
              className="btn btn-text"
              href={getForm('company', row._id)}
              aria-label={`View order ${row.serialNumber}`}
            >
              View
            </Link>
            <MoreActions of={`order ${row.serialNumber}`} items={more(row)} />
          </>
        )}
        {...(sums ? { totals: sums } : {})}
        empty={emptyText(status)}
      />
      {bulk.dialog}
      {billing.dialog}
    </Page>
  );
}

/** Delete, only for users who may delete orders in this status. */
function useMore(): (row: OrderRow) => readonly MenuItem[] {
  const { superAdmin, superRole } = useMe();
  const remove = useDeleteOrder();
  return (row) => {
    if (row.status === 'Building' && superAdmin) return [remove(row, 'Are you sure you want to delete this Order?')];
    if (row.status === 'Canceled' && superRole === 'admin')
      return [remove(row, 'Are you sure you want to Delete this Order.')];
    return [];
  };
}

/** Creates the screen of one status. */
export const companyOrders = (status: ListedStatus): ComponentType =>
  function CompanyOrders() {
    return <CompanyOrdersPage status={status} />;
  };
