import { Link } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { Loaded } from '../../../components/ui/loaded.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { Order } from '../order.js';
import { getForm } from '../../../components/shared/orders/order-status.js';
import { getSize } from '../order-columns.js';
import styles from './order-details.module.css';

interface DetailsProps {
  readonly id: string;
  readonly serialNumber: string;
  readonly onClose: () => void;
}

/** An order at a glance for builders: colors, add-ons, custom add-ons. */
export function OrderDetailsDialog({ id, serialNumber, onClose }: DetailsProps) {
  const order = useApi('GET /api/orders/byid/:id', { id });
  const footer = (
    <>
      <Button data-autofocus onClick={onClose}>
        Close
      </Button>
      <Link className="btn btn-secondary" href={getForm('shop', id)}>
        View order
      </Link>
    </>
  );
  return (
    <Dialog title={`Order ${serialNumber}`} footer={footer} onClose={onClose}>
      <Loaded query={order}>
        {(data) => (
          <>
            <Summary order={data} />
            <Colors order={data} />
            <Lines title="Add-ons" lines={data.addOns} none="No add-ons." />
            <Lines title="Custom add-ons" lines={data.customAddOns} none="No custom add-ons." />
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

const Summary = ({ order }: { order: Order }) => (
  <p className="row">
    <StatusTag of="order" status={order.status} />
    <span>
      {order.model} {getSize(order)}
    </span>
    {order.status === 'On Hold' && order.holdReason && <span className="muted">{order.holdReason}</span>}
  </p>
);

function paint({ color, quantity }: Order['sidingPaint']): string {
  return [color, quantity === null ? null : `× ${quantity}`].filter(Boolean).join(' ');
}

function Colors({ order }: { order: Order }) {
  const rows = [
    ['Roof', [order.roofType, order.roofColor]],
    ['Siding', [order.sidingType, order.sidingColor]],
    ['Siding paint', [paint(order.sidingPaint)]],
    ['Trim', [order.trimColor]],
    ['Trim paint', [paint(order.trimPaint)]],
  ] as const;
  return (
    <section>
      <h3>Colors</h3>
      <dl className={styles['facts']}>
        {rows.map(([name, values]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{values.filter(Boolean).join(', ') || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly { readonly lineNo: number; readonly name: string; readonly quantity: number }[];
  readonly none: string;
}

const Lines = ({ title, lines, none }: LinesProps) => (
  <section>
    <h3>{title}</h3>
    {lines.length === 0 && <p className="muted">{none}</p>}
    {lines.length > 0 && (
      <ul className={styles['order-lines']}>
        {lines.map(({ lineNo, name, quantity }) => (
          <li key={lineNo}>
            <span className={styles['order-line-quantity']}>{quantity} ×</span> <span>{name}</span>
          </li>
        ))}
      </ul>
    )}
  </section>
);
