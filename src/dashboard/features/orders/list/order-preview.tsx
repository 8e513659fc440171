import type { ReactNode } from 'react';
import { Facts } from '../../../components/ui/facts.js';
import { MessageItem } from '../../../components/shared/messages/message-item.js';
import { Money } from '../../../components/shared/money.js';
import type { OrderLine, OrderRecord } from '../../../components/shared/orders/order-types.js';
import { Icon } from '../../../components/ui/icon.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { day } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { formatSince } from '../../../components/shared/orders/order-status.js';
import type { OrderRow } from '../change-order.js';
import { getSize } from '../order-columns.js';
import { OrderState } from '../order-state.js';
import styles from './order-preview.module.css';
import messages from '../../../components/shared/messages/messages.module.css';

const LATEST = 3;

/** An order at a glance: facts, totals the user may see, open alerts, colors, add-ons and the latest messages. */
export function OrderPreview({ row, work }: { row: OrderRow; work?: ReactNode }) {
  const order = useApi('GET /api/orders/byid/:id', { id: row._id });
  return (
    <>
      <p className="row">
        <OrderState order={row} />
        <span className="muted">{formatSince(row, new Date())}</span>
        {row.status === 'On Hold' && row.holdReason && <span>{row.holdReason}</span>}
      </p>
      <Facts
        facts={[
          ['Customer', row.customer],
          ['Model', `${row.model} ${getSize(row)}`],
          ['Type', row.type],
          ['Shop', row.shop?.name],
          ['Dealer', row.dealer],
          ['Ordered', day(row.dateOrdered)],
          ['Finished', day(row.dateFinished)],
          ['Delivery day', day(row.deliveryScheduled)],
        ]}
      />
      {work}
      <Totals row={row} />
      <LoadedContent query={order}>{(data) => (data._id === row._id ? <Details order={data} /> : null)}</LoadedContent>
      <Messages key={row._id} order={row._id} />
    </>
  );
}

const views = { order: 'Order', company: 'Company', shop: 'Shop' } as const;

/** The totals that the user's side may see; none for a builder. */
function Totals({ row }: { row: { readonly grandTotal?: Partial<OrderRow['grandTotal']> } }) {
  const { grandTotal = {} } = row;
  const facts = (['order', 'company', 'shop'] as const).flatMap((view) =>
    grandTotal[view] === undefined
      ? []
      : [[`${views[view]} total`, <Money key={view} value={grandTotal[view]} />] as const],
  );
  return facts.length > 0 && <Facts facts={facts} />;
}

const paint = ({ color, quantity }: OrderRecord['sidingPaint']): string =>
  [color, quantity === null ? null : `× ${quantity}`].filter(Boolean).join(' ');
const join = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(', ');

function Details({ order }: { order: OrderRecord }) {
  const openAlerts = order.alerts?.filter(({ accepted }) => !accepted) ?? [];
  return (
    <>
      {openAlerts.length > 0 && (
        <section>
          <h3>Open alerts</h3>
          <ul className={styles['alerts']}>
            {openAlerts.map(({ _id, text }) => (
              <li key={_id}>
                <Icon name="warning" size={14} /> <span>{text}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3>Colors</h3>
        <Facts
          facts={[
            ['Roof', join(order.roofType, order.roofColor)],
            ['Siding', join(order.sidingType, order.sidingColor)],
            ['Siding paint', paint(order.sidingPaint)],
            ['Trim', order.trimColor],
            ['Trim paint', paint(order.trimPaint)],
          ]}
        />
      </section>
      <Lines title="Add-ons" lines={order.addOns} />
      <Lines title="Custom add-ons" lines={order.customAddOns} />
    </>
  );
}

const Lines = ({ title, lines }: { title: string; lines: readonly OrderLine[] }) =>
  lines.length > 0 && (
    <section>
      <h3>{title}</h3>
      <ul className={styles['lines']}>
        {lines.map(({ lineNo, name, quantity }) => (
          <li key={lineNo}>
            <span className={styles['quantity']}>{quantity} ×</span> <span>{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );

/** The latest messages about the order. */
function Messages({ order }: { order: string }) {
  const { data } = useApi('GET /api/comment/order', { orderId: order, size: LATEST });
  if (!data || data.total === 0) return null;
  return (
    <section>
      <h3>{data.total > LATEST ? `Latest ${LATEST} of ${data.total} messages` : 'Messages'}</h3>
      <ol className={messages['messages']}>
        {data.items.map((message) => (
          <MessageItem key={message._id} message={message} />
        ))}
      </ol>
    </section>
  );
}
