import { type ReactNode, useState } from 'react';
import { ActionButton, Button, ToggleButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { countHeading, day } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { materialForm, stateWords } from '../material-words.js';
import { PushAllDialog } from '../push-all-dialog.js';
import { ReceivedLines } from './received-lines.js';
import type { ReceivedOrder } from '../received-types.js';

const start = { size: 40, filters: { show: '' } } as const;
const ALL_IN_STOCK = 'Everything received is in stock.';

/** Received material by purchase order, to be moved to stock. `tabs` are shown above it. */
export function ReceivedItemsPage({ tabs }: { tabs: ReactNode }) {
  const me = useMe();
  const list = useListState(start);
  const { show: _, ...page } = list.query;
  const isAll = list.filters.show === 'all';
  const query = useApi(
    'GET /api/materialorder/recieved/:id',
    me.shop ? { id: me.shop._id, ...page, show: isAll ? 'all' : 'waiting' } : null,
  );
  const waiting = useApi(
    'GET /api/materialorder/recieved/:id',
    me.shop ? { id: me.shop._id, show: 'waiting', size: 1 } : null,
  );
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set());
  const [isAllOpen, setAllOpen] = useState(false);
  const orders = query.data?.items ?? [];
  const openIds = new Set(orders.map(({ _id }) => _id).filter((id) => !closedIds.has(id)));
  const toggle = (id: string) =>
    setClosedIds(closedIds.has(id) ? new Set([...closedIds].filter((one) => one !== id)) : new Set([...closedIds, id]));
  return (
    <Page
      title="Received Items"
      heading={countHeading(query.data?.total, 'Received Purchase Order')}
      actions={
        <ActionButton
          permission="purchasing.write"
          kind="primary"
          disabledReason={waiting.data?.total === 0 ? ALL_IN_STOCK : null}
          onClick={() => setAllOpen(true)}
        >
          Move all to stock
        </ActionButton>
      }
    >
      {tabs}
      {isAllOpen && me.shop && <PushAllDialog shop={me.shop._id} onClose={() => setAllOpen(false)} />}
      <DataList
        name="received-items"
        label="Received purchase orders"
        columns={toColumns(openIds, toggle)}
        query={query}
        list={list}
        pageSizes={[40, 100]}
        search={{ placeholder: 'Search PO#, vendor...' }}
        filters={
          <ToggleButton
            icon="check"
            pressed={isAll}
            onPressed={(on) => list.set({ filters: { show: on ? 'all' : '' } })}
          >
            Show items moved to stock
          </ToggleButton>
        }
        expansion={{ open: openIds, content: (order) => <ReceivedLines order={order} /> }}
        empty={isAll ? 'No received purchase orders yet.' : ALL_IN_STOCK}
      />
    </Page>
  );
}

function toColumns(openIds: ReadonlySet<string>, onToggle: (id: string) => void): readonly ColumnDef<ReceivedOrder>[] {
  const number = ({ _id, purchaseOrderNumber }: ReceivedOrder) => (
    <Button
      kind="text"
      small
      icon={openIds.has(_id) ? 'down' : 'right'}
      aria-expanded={openIds.has(_id)}
      onClick={() => onToggle(_id)}
    >
      {purchaseOrderNumber}
    </Button>
  );
  return [
    { field: 'purchaseOrderNumber', header: 'PO#', fixed: true, body: number },
    { field: 'vendor', header: 'Vendor', body: (row) => row.vendor.name },
    { field: 'orderedDate', header: 'Ordered Date', body: (row) => day(row.orderedDate) },
    { field: 'recievedDate', header: 'Received Date', body: (row) => day(row.recievedDate) },
    {
      field: 'state',
      header: 'Order',
      body: (row) => <RecordLink href={materialForm(row._id)}>{stateWords[row.state]}</RecordLink>,
    },
  ];
}
