import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Page } from '../../../components/ui/page.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { OrderState, useChanged } from '../order-state.js';
import { formatStatusAge } from '../../../components/shared/orders/order-status.js';
import { WorkOrderButton } from '../work-order-button.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import styles from './order-form.module.css';

interface HeadProps {
  readonly order: OrderRecord;
  /** Rare actions, at the end of the page. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** The screen of one order: its number, its status and since when, and its last change. */
export function OrderScreen({ order: storedOrder, end, children }: HeadProps) {
  const order = useChanged(storedOrder);
  const { timeZone, role } = useMe();
  const { serialNumber, type, updatedAt, updatedBy } = order;
  const side = role.startsWith('Office') ? 'company' : 'shop';
  const head = (
    <>
      <WorkOrderButton order={order} />
      <Button icon="print" iconOnly onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
  return (
    <Page
      title={`Order ${serialNumber}`}
      back={`/${side}/orders/inqueue`}
      aside={<OrderState order={order} />}
      actions={head}
      end={end}
    >
      <p className={`muted ${styles['order-changed']}`}>
        {type}, {formatStatusAge(order, new Date())}. Changed {updatedBy ? `by ${updatedBy}, ` : ''}
        {formatMoment(updatedAt, timeZone)}
      </p>
      {children}
    </Page>
  );
}
