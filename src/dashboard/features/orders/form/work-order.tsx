import { useChanged } from '../order-state.js';
import { RailSteps, RecordCard, RecordLayout } from '../../../components/ui/record-layout.js';
import { WhenNear } from '../../../components/ui/when-near.js';
import { OrderScreen } from './order-head.js';
import { OrderMessages } from './order-messages.js';
import { Facts } from '../../../components/ui/facts.js';
import type { OrderLine, OrderRecord, Paint } from '../../../components/shared/orders/order-types.js';
import { day } from '../../../lib/format.js';
import { ShopSteps, StepCard } from './rail/next-step.js';
import styles from './work-order.module.css';

const paintText = ({ color, quantity }: Paint): string | null =>
  [color, quantity].filter((part) => part !== null && part !== '').join(' × ') || null;
const joinParts = (...parts: readonly (string | null)[]): string | null => parts.filter(Boolean).join(', ') || null;

/** An order for its builder: size, colors, add-ons, notes and the next step; no money. */
export function WorkOrder({ order: storedOrder }: { order: OrderRecord }) {
  const order = useChanged(storedOrder);
  const { width, length, model, category, dateOrdered, customer, dealer, holdReason } = order;
  return (
    <OrderScreen order={storedOrder}>
      <div className={styles['work-order']}>
        {order.status === 'On Hold' && (
          <p className="notice notice-warning">
            <strong>On hold</strong> {holdReason || 'No reason given.'}
          </p>
        )}
        <p className={styles['work-size']}>
          <strong>
            {width} × {length} ft
          </strong>{' '}
          {model}
          {category ? `, ${category.name}` : ''}
        </p>
        <RecordLayout
          summary={
            <StepCard order={order}>
              <RailSteps isLarge>
                <ShopSteps order={order} />
              </RailSteps>
            </StepCard>
          }
          rail={
            <RecordCard title="Customer and builder">
              <Facts
                dashes
                facts={[
                  ['Customer', customer],
                  ['Dealer', dealer],
                  ['Builder', order.builder?.name ?? null],
                ]}
              />
            </RecordCard>
          }
        >
          <div className={styles['work-parts']}>
            <RecordCard title="Colors">
              <Facts
                dashes
                facts={[
                  ['Roof', joinParts(order.roofType, order.roofColor)],
                  ['Siding', joinParts(order.sidingType, order.sidingColor)],
                  ['Siding paint', paintText(order.sidingPaint)],
                  ['Trim', order.trimColor],
                  ['Trim paint', paintText(order.trimPaint)],
                ]}
              />
            </RecordCard>
            <RecordCard title="Notes">
              <Facts
                dashes
                facts={[
                  ['Ordered', day(dateOrdered)],
                  ['Delivery day', day(order.deliveryScheduled)],
                  ['Condition', order.condition],
                  ['Metal', order.metalOrdered ? 'Ordered' : 'Not ordered'],
                  ...(holdReason ? [['Hold reason', holdReason] as const] : []),
                ]}
              />
            </RecordCard>
            <Lines title="Add-ons" lines={order.addOns} />
            <Lines title="Custom add-ons" lines={order.customAddOns} />
          </div>
          <WhenNear>{() => <OrderMessages order={order} />}</WhenNear>
        </RecordLayout>
      </div>
    </OrderScreen>
  );
}

const Lines = ({ title, lines }: { title: string; lines: readonly OrderLine[] }) => (
  <RecordCard title={title}>
    {lines.length === 0 && <p className="muted">None.</p>}
    {lines.length > 0 && (
      <ul className={styles['work-lines']}>
        {lines.map(({ lineNo, quantity, name }) => (
          <li key={lineNo}>
            <strong>{quantity} ×</strong> <span>{name}</span>
          </li>
        ))}
      </ul>
    )}
  </RecordCard>
);
