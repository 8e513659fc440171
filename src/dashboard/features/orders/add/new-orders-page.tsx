import { useState } from 'react';
import { Link } from 'wouter';
import { LinkButton } from '../../../components/shared/link-button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { ToggleFilter } from '../../../components/shared/list/filters/toggle-chip.js';
import { Page } from '../../../components/ui/page.js';
import { download } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { getForm } from '../../../components/shared/orders/order-status.js';
import { getTone, useWithChanges } from '../use-order-list.js';
import { BulkAccept } from './bulk-accept.js';
import { AlertDesk } from './desk/alert-desk.js';
import { newOrderColumns } from './new-order-columns.js';
import { DeleteNewOrders, NewOrdersActions } from './new-orders-actions.js';
import { NotPushed } from './not-pushed.js';
import { OrderFix } from './mending/order-fix.js';
import { SelectedActions } from './selected-actions.js';
import { UploadPanel } from './upload/upload-panel.js';
import styles from './new-orders.module.css';

const none: ReadonlySet<string> = new Set();

/** New orders: upload, match, accept the remaining alerts, push to shops. */
export function NewOrdersPage() {
  const list = useListState({
    sorts: ['serialNumber', 'shop', 'model', 'dateOrdered'],
    sort: 'serialNumber',
    size: 50,
    filters: { alerts: '' },
  });
  const listInput = { status: 'new', ...list.query };
  const query = useWithChanges(useApi('GET /api/orders/status/:status', listInput));
  const desk = useApi('GET /api/orders/alerts/desk', {});
  const [open, setOpen] = useState(none);
  const [selected, setSelected] = useState(none);
  const [hasHeldBack, setHeldBack] = useState(false);
  const [isPushed, setPushed] = useState(false);
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const onPushed = (leftCount: number) => {
    setHeldBack(leftCount > 0);
    setPushed(true);
  };
  const heading = countHeading(query.data?.total, 'New Order');
  return (
    <Page
      title="New orders"
      heading={heading}
      actions={<NewOrdersActions counts={desk.data} onPushed={onPushed} />}
      end={<DeleteNewOrders counts={desk.data} />}
    >
      <UploadPanel to="POST /api/orders" />
      <NotPushed isPartlyPushed={hasHeldBack} onClose={() => setHeldBack(false)}>
        <p className={`muted ${styles['hint']}`}>
          Resolve alerts first: update the catalogue or choose a shop, model or add-on here, then check again. Accept
          only what is correct as uploaded.
        </p>
      </NotPushed>
      <AlertDesk query={desk} />
      <DataList
        name="new-orders"
        label="New orders"
        columns={newOrderColumns(open, toggle)}
        query={query}
        list={list}
        pageSizes={[50, 100, 200]}
        search={{ placeholder: 'Order Search by Serial #...' }}
        filters={
          <>
            <ToggleFilter
              label="Only with open alerts"
              pressed={list.filters.alerts !== ''}
              onPressed={(pressed) => list.set({ filters: { alerts: pressed ? 'true' : '' } })}
            />
            <BulkAccept />
          </>
        }
        onExport={(format) => download('GET /api/orders/export', { ...withoutPage(listInput), format })}
        rowTone={getTone}
        selection={{ selected, onChange: setSelected, getName: (row) => row.serialNumber }}
        bulk={<SelectedActions ids={[...selected]} onDone={() => setSelected(none)} />}
        expansion={{ open, content: (row) => <OrderFix id={row._id} /> }}
        actions={(row) => (
          <Link
            className="btn btn-secondary"
            href={getForm('company', row._id)}
            aria-label={`View order ${row.serialNumber}`}
          >
            View
          </Link>
        )}
        empty="There are no New orders. Upload an order file above."
        emptyAction={isPushed && <LinkButton href="/company/orders/inqueue">Show InQueue orders</LinkButton>}
      />
    </Page>
  );
}
