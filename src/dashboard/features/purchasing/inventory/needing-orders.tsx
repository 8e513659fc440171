import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { day, quantity } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { CountedStatuses, DemandRow } from './demand-values.js';

interface NeedingOrdersProps {
  readonly shop: string;
  readonly item: DemandRow;
  readonly counted: CountedStatuses;
  readonly onClose: () => void;
}

const columns = [
  { header: 'Order' },
  { header: 'Status' },
  { header: 'Model' },
  { header: 'Ordered' },
  { header: 'Metal ordered', align: 'right' },
  { header: 'Needs', align: 'right' },
] as const;

/** The open orders that need an item, with quantities. */
export function NeedingOrders({ shop, item, counted, onClose }: NeedingOrdersProps) {
  const query = useApi('GET /api/stock/:id/demand/:item', { id: shop, item: item._id, ...counted });
  return (
    <Dialog
      title={`Orders that need ${item.name}`}
      size="large"
      footer={<Button onClick={onClose}>Close</Button>}
      onClose={onClose}
    >
      <LoadedContent query={query} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState text="No open order needs this item. Its stock is below its order point." />
          ) : (
            <PlainTable
              label="Orders"
              columns={columns}
              rows={items.map((order) => ({
                key: order._id,
                cells: [
                  <RecordLink key="order" href={`/shop/order/form?id=${order._id}`}>
                    {order.serialNumber}
                  </RecordLink>,
                  <StatusTag key="status" of="order" status={order.status} />,
                  order.model,
                  day(order.dateOrdered),
                  order.metalOrdered > 0 ? quantity(order.metalOrdered) : '',
                  quantity(order.quantity),
                ],
              }))}
            />
          )
        }
      </LoadedContent>
    </Dialog>
  );
}
