import { type ComponentType, useMemo } from 'react';
import { Link } from 'wouter';
import { DataList } from '../../../components/shared/list/data-list.js';
import { Facts } from '../../../components/ui/facts.js';
import { Money } from '../../../components/shared/money.js';
import { getForm, type ListedStatus, TABLET } from '../../../components/shared/orders/order-status.js';
import { Page } from '../../../components/ui/page.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { PHONE } from '../../../lib/use-media.js';
import type { OrderRow } from '../change-order.js';
import { NextSteps, StatusButtons } from '../change-status.js';
import { type Builder, BuilderSelect, MetalOrdered } from '../inline-edit.js';
import { builderColumns, shopColumns } from '../order-columns.js';
import { useAtHand } from '../use-at-hand.js';
import { useCreateInvoice } from '../use-create-invoice.js';
import { useMove } from '../use-move.js';
import { emptyText, getTone, useOrderList } from '../use-order-list.js';
import { WorkOrderButton } from '../work-order-button.js';
import { OrderFilters } from './order-filters.js';
import { OrderPreview } from './order-preview-lazy.js';
import styles from './shop-orders.module.css';
import { useBulk } from './use-bulk.js';
import { useChosenOrders } from './use-chosen-orders.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const BulkVerbs = loadLazily(() => import('./bulk-verbs.js').then((m) => m.BulkVerbs));
const none: readonly Builder[] = [];

/** A shop's orders of one status: the desk's list, or the builders' without money. */
function ShopOrdersPage({ status }: { status: ListedStatus }) {
  const isBuilder = useMe().role === 'Builder';
  const { list, query, totals, heading, search, inDatabase, onExport } = useOrderList(status);
  const { move, dialog } = useMove();
  useAtHand(query.data?.items);
  const selection = useChosenOrders(query.data?.items);
  const bulk = useBulk(selection.clear);
  const billing = useCreateInvoice();
  const builders = useApi('GET /api/users/builders', isBuilder ? null : {}).data?.items ?? none;
  const cardsWhen = isBuilder ? TABLET : PHONE;
  const columns = useMemo(() => {
    const parts = { onMove: move, cardsWhen };
    return isBuilder ? builderColumns(parts) : shopColumns({ ...parts, status, mixed: inDatabase, builders });
  }, [isBuilder, move, cardsWhen, builders, status, inDatabase]);
  const sums = totals && !isBuilder ? { totals: { shopTotal: <Money value={totals.shop} /> } } : {};
  return (
    <Page title={`${status} orders`} heading={heading}>
      <div className={isBuilder ? `${styles['shop-orders']} ${styles['large-targets']}` : styles['shop-orders']}>
        <DataList
          name={isBuilder ? 'builder-orders' : 'shop-orders'}
          label={`${status} orders`}
          columns={columns}
          query={query}
          list={list}
          search={search}
          ownFilters={['database']}
          filters={!inDatabase && <OrderFilters list={list} isOffice={false} />}
          onExport={onExport}
          rowTone={getTone}
          cardsWhen={cardsWhen}
          linesOnPhone={!isBuilder}
          {...(selectable.has(status) && !isBuilder ? { selection: selection.selection } : {})}
          bulk={!inDatabase && <BulkVerbs status={status} orders={selection.orders} bulk={bulk} builders={builders} />}
          preview={{
            title: (row) => `Order ${row.serialNumber}`,
            name: (row) => row.serialNumber,
            href: (row) => getForm('shop', row._id),
            content: (row) => <OrderPreview row={row} work={!isBuilder && <Work row={row} builders={builders} />} />,
            actions: (row) => (
              <>
                <NextSteps order={row} onMove={move} />
                {billing.button(row)}
                <WorkOrderButton order={row} />
              </>
            ),
          }}
          actions={(row) => (
            <>
              <StatusButtons order={row} onMove={move} cardsWhen={cardsWhen} />
              {billing.button(row)}
              {isBuilder && <WorkOrderButton order={row} />}
              <Link
                className="btn btn-text"
                href={getForm('shop', row._id)}
                aria-label={`View order ${row.serialNumber}`}
              >
                View
              </Link>
            </>
          )}
          {...sums}
          empty={emptyText(status)}
        />
      </div>
      {dialog}
      {bulk.dialog}
      {billing.dialog}
    </Page>
  );
}

/** Statuses whose orders have a next step. */
const selectable: ReadonlySet<ListedStatus> = new Set(['InQueue', 'On Hold', 'Building']);

/** The fields that a shop sets in the list and the preview; each is saved immediately. */
const Work = ({ row, builders }: { row: OrderRow; builders: readonly Builder[] }) => (
  <Facts
    facts={[
      ['Builder', <BuilderSelect key="builder" row={row} builders={builders} />],
      ['Metal Ordered', <MetalOrdered key="metal" row={row} />],
    ]}
  />
);

/** Creates the screen of one status. */
export const shopOrders = (status: ListedStatus): ComponentType =>
  function ShopOrders() {
    return <ShopOrdersPage status={status} />;
  };
