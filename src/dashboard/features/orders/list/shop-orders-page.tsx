import { type ComponentType, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { DataList } from '../../../components/shared/list/data-list.js';
import { Money } from '../../../components/shared/money.js';
import { Page } from '../../../components/ui/page.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { PHONE } from '../../../lib/use-media.js';
import { useCreateInvoice } from '../use-create-invoice.js';
import { StatusButtons } from '../change-status.js';
import { builderColumns, shopColumns } from '../order-columns.js';
import { OrderDetailsDialog } from './order-details-dialog.js';
import { getForm, type ListedStatus, TABLET } from '../../../components/shared/orders/order-status.js';
import { useAtHand } from '../use-at-hand.js';
import { useMove } from '../use-move.js';
import type { OrderRow } from '../change-order.js';
import { WorkOrderButton } from '../work-order-button.js';
import { emptyText, getTone, useOrderList } from '../use-order-list.js';
import styles from './shop-orders.module.css';

/** A shop's orders of one status: the desk's list, or the builders' without money. */
function ShopOrdersPage({ status }: { status: ListedStatus }) {
  const isBuilder = useMe().role === 'Builder';
  const { list, query, totals, heading, search, onExport } = useOrderList(status);
  const { move, dialog } = useMove();
  useAtHand(query.data?.items);
  const [details, setDetails] = useState<OrderRow | null>(null);
  const billing = useCreateInvoice();
  const builders = useApi('GET /api/users/builders', isBuilder ? null : {}).data?.items;
  const cardsWhen = isBuilder ? TABLET : PHONE;
  const columns = useMemo(() => {
    const parts = { onDetails: setDetails, onMove: move, cardsWhen };
    return isBuilder ? builderColumns(parts) : shopColumns({ ...parts, builders: builders ?? [] });
  }, [isBuilder, move, cardsWhen, builders]);
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
          onExport={onExport}
          rowTone={getTone}
          cardsWhen={cardsWhen}
          actions={(row) => (
            <>
              <StatusButtons order={row} onMove={move} cardsWhen={cardsWhen} />
              {billing.button(row)}
              {isBuilder && <WorkOrderButton order={row} />}
              <Link
                className="btn btn-secondary"
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
      {details && (
        <OrderDetailsDialog id={details._id} serialNumber={details.serialNumber} onClose={() => setDetails(null)} />
      )}
      {billing.dialog}
    </Page>
  );
}

/** Creates the screen of one status. */
export const shopOrders = (status: ListedStatus): ComponentType =>
  function ShopOrders() {
    return <ShopOrdersPage status={status} />;
  };
