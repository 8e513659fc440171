import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { Page } from '../../../components/ui/page.js';
import { formatMoment } from '../../../lib/format.js';
import { Can, useMe } from '../../../lib/server/session.js';
import { OrderState, useChanged } from '../order-state.js';
import { formatAge } from '../../../components/shared/orders/order-status.js';
import { WorkOrderButton } from '../work-order-button.js';
import { HistoryDialog } from './history-dialog.js';
import type { Names } from './order-text.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import styles from './order-form.module.css';

interface HeadProps {
  readonly order: OrderRecord;
  readonly names: Names;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The screen of one order: its number, its status and since when, and its last change. */
export function OrderScreen({ order: stored, names, actions, children }: HeadProps) {
  const order = useChanged(stored);
  const { timeZone, role } = useMe();
  const [history, setHistory] = useState(false);
  const { _id, serialNumber, status, statusSince, type, invoice, updatedAt, updatedBy } = order;
  const side = role.startsWith('Office') ? 'company' : 'shop';
  const head = (
    <>
      <Can permission="orders.history">
        <Button icon="history" onClick={() => setHistory(true)}>
          History
        </Button>
      </Can>
      <WorkOrderButton order={order} />
      <Button icon="print" iconOnly onClick={() => window.print()}>
        Print
      </Button>
      {invoice && (
        <Can permission="invoices.read">
          <Link className="btn btn-secondary" href={`/${side}/invoice/form?id=${encodeURIComponent(invoice._id)}`}>
            View Invoice {invoice.invoiceNumber}
          </Link>
        </Can>
      )}
      {actions}
    </>
  );
  return (
    <Page
      title={`Order ${serialNumber}`}
      back={`/${side}/orders/inqueue`}
      aside={<OrderState order={order} />}
      actions={head}
    >
      <p className={`muted ${styles['order-changed']}`}>
        {type}, {status} for {formatAge(statusSince, new Date())}. Changed {updatedBy ? `by ${updatedBy}, ` : ''}
        {formatMoment(updatedAt, timeZone)}
      </p>
      {children}
      {history && (
        <HistoryDialog id={_id} serialNumber={serialNumber} names={names} onClose={() => setHistory(false)} />
      )}
    </Page>
  );
}
