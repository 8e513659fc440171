import { type ReactNode, useState } from 'react';
import { CostShare, LeftOut } from '../../../components/shared/cost-unknown.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { EmptyState } from '../../../components/ui/empty-state.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Money } from '../../../components/shared/money.js';
import { PlainTable } from '../../../components/ui/table/plain-table.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import type { Input, Output } from '../../../lib/server/api.js';
import { count, countHeading, day, profitPercent } from '../../../lib/format.js';
import { withClock } from './clock.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSide } from '../../../lib/use-side.js';
import { ReportExport } from './report-export.js';
import styles from './reports.module.css';

type OrdersFilter = Input<'POST /api/orders/report'>;
type Order = Output<'POST /api/orders/report'>['rows'][number];

interface OrdersFigureProps {
  /** Names the orders: `Customer orders`. */
  readonly title: string;
  /** The orders included in the figure. */
  readonly filter: OrdersFilter;
  /** The figure. */
  readonly children: ReactNode;
}

/** A figure that links to the orders it includes. */
export function OrdersFigure({ title, filter, children }: OrdersFigureProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['report-figure']} onClick={() => setOpen(true)}>
        {children}
        <span className="sr-only">: show the orders</span>
      </button>
      {open && <OrdersDialog title={title} filter={filter} onClose={() => setOpen(false)} />}
    </>
  );
}

const SHOWN = 200;

function OrdersDialog({ title, filter, onClose }: Omit<OrdersFigureProps, 'children'> & { onClose: () => void }) {
  const side = useSide();
  const query = useApi('POST /api/orders/report', { ...filter, size: SHOWN });
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={onClose}
      footer={<ReportExport report="orders" filter={filter} rows={query.data?.total} />}
    >
      <LoadedContent query={query}>
        {({ rows, total, range, leftOut }) => (
          <>
            <p className="muted">
              {countHeading(total, 'Order')}
              {total > rows.length && `, showing the first ${count(rows.length)}`} · {withClock(range.words)}
            </p>
            {filter.cost !== 'unknown' && <LeftOut orders={leftOut} />}
            {total === 0 ? (
              <EmptyState text="No orders." />
            ) : (
              <PlainTable label={title} columns={columns} rows={rows.map((order) => toRow(side, order))} />
            )}
          </>
        )}
      </LoadedContent>
    </Dialog>
  );
}

const columns = [
  { header: 'Serial Number' },
  { header: 'Status' },
  { header: 'Shop Total', align: 'right' },
  { header: 'GP %', align: 'right' },
  { header: 'Type' },
  { header: 'Shop' },
  { header: 'Customer' },
  { header: 'Model' },
  { header: 'Ordered' },
  { header: 'Finished' },
] as const;

const toRow = (side: 'company' | 'shop', order: Order) => ({
  key: order._id,
  cells: [
    <RecordLink key="serial" href={`/${side}/order/form?id=${order._id}`}>
      {order.serialNumber}
    </RecordLink>,
    <StatusTag key="status" of="order" status={order.status} />,
    <Money key="total" value={order.grandTotal.shop} />,
    <CostShare key="profit" why={order.costUnknown}>
      {profitPercent(order.profitPercent[side === 'company' ? 'standard' : 'shop'] ?? 0, order.grandTotal.shop)}
    </CostShare>,
    order.type,
    order.shop?.name ?? '',
    order.customer ?? '',
    `${order.model} ${order.width}×${order.length}`,
    day(order.dateOrdered),
    day(order.dateFinished),
  ],
});

/** The line with the number of orders excluded from a report's totals; it links to them. */
export const LeftOutOrders = ({ orders, filter }: { orders: number; filter: OrdersFilter }) => (
  <LeftOut
    orders={orders}
    link={(line) => (
      <OrdersFigure title="Orders left out: cost unknown" filter={{ ...filter, cost: 'unknown' }}>
        {line}
      </OrdersFigure>
    )}
  />
);
