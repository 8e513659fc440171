import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Link } from 'wouter';
import { type OrderStatus, shopTakeBacks } from '../../../../../domain/kernel/order/status.js';
import { formatStatusAge } from '../../../../components/shared/orders/order-status.js';
import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import { ActionButton, Button } from '../../../../components/ui/button.js';
import { Facts } from '../../../../components/ui/facts.js';
import { RailSteps, RecordCard, useHasRail } from '../../../../components/ui/record-layout.js';
import { Can, useCan, useMe } from '../../../../lib/server/session.js';
import { useChanged } from '../../order-state.js';
import { useCreateInvoice } from '../../use-create-invoice.js';
import { formatMove } from '../../order-words.js';
import { useMove } from '../../use-move.js';
import { statusChoices } from '../locks.js';
import { useOrder } from '../order-context.js';
import { getTotal } from './totals.js';

const UNSAVED = 'Save or discard your changes first.';

/** The next step of the order, by its status and the user's role, and how long it has waited. */
export function NextStep() {
  const { order: storedOrder, locks } = useOrder();
  const { isDirty } = useFormContext().formState;
  const order = useChanged(storedOrder);
  const hasRail = useHasRail();
  const blockedReason = isDirty ? UNSAVED : null;
  const total = getTotal(order, locks.side);
  return (
    <StepCard order={order}>
      <RailSteps>
        {locks.side === 'office' ? (
          <OfficeStep order={order} blocked={blockedReason} />
        ) : (
          <ShopSteps order={order} blocked={blockedReason} />
        )}
        <BillingStep order={storedOrder} blocked={blockedReason} />
      </RailSteps>
      {!hasRail && total && <Facts dashes facts={[total]} />}
    </StepCard>
  );
}

/** The order's status with its age, and what can be done next. */
export const StepCard = ({ order, children }: { order: OrderRecord; children: ReactNode }) => (
  <RecordCard title={formatStatusAge(order, new Date())}>{children}</RecordCard>
);

const officeSteps: Readonly<Partial<Record<OrderStatus, OrderStatus>>> = {
  New: 'InQueue',
  InQueue: 'Building',
  'On Hold': 'InQueue',
  Building: 'Finished',
};

/** Ignores the second click of a double click, which would take the step after the next one: its button is at the same place. */
const oncePerClick = (take: () => void) => (event: { readonly detail: number }) => {
  if (event.detail < 2) take();
};

interface StepsProps {
  readonly order: OrderRecord;
  /** Why the order cannot be moved right now, even though its status allows it; null if it can. */
  readonly blocked?: string | null;
}

/** The step the office usually takes next; any other status is in the status field. */
function OfficeStep({ order, blocked = null }: StepsProps) {
  const me = useMe();
  const { move, dialog } = useMove();
  const to = officeSteps[order.status];
  const step = statusChoices(order, me).find(({ status }) => status === to);
  if (!step) return null;
  const why = step.why && `${step.why.charAt(0).toUpperCase()}${step.why.slice(1)}.`;
  return (
    <>
      <ActionButton
        permission="orders.set-any-status"
        kind="primary"
        disabledReason={why ?? blocked}
        onClick={oncePerClick(() => move(order, step.status))}
      >
        {order.status === 'New' ? 'Push To Shop' : formatMove(order.status, step.status)}
      </ActionButton>
      {why && <p className="muted">{why}</p>}
      {dialog}
    </>
  );
}

/** One button per step that a shop can take; none if there are none. */
export function ShopSteps({ order, blocked = null }: StepsProps) {
  const me = useMe();
  const { move, dialog } = useMove();
  const { reason } = useCan('orders.change-status', { write: true });
  const isBack = (status: OrderStatus) => shopTakeBacks[order.status] === status;
  return (
    <>
      {statusChoices(order, me).map(({ status, why }, at) => (
        <Button
          key={status}
          kind={at === 0 && !isBack(status) ? 'primary' : 'secondary'}
          disabledReason={reason ?? blocked ?? why}
          onClick={oncePerClick(() => move(order, status))}
        >
          {formatMove(order.status, status)}
        </Button>
      ))}
      {dialog}
    </>
  );
}

/** Creates the invoice of a Finished order; opens that of an Invoiced one. */
function BillingStep({ order, blocked }: { order: OrderRecord; blocked: string | null }) {
  const { role } = useMe();
  const billing = useCreateInvoice();
  const { invoice, status, serialNumber } = order;
  const side = role.startsWith('Office') ? 'company' : 'shop';
  return (
    <>
      {status === 'Finished' && (
        <Can permission="invoices.create">
          <ActionButton
            permission="invoices.create"
            kind="primary"
            disabledReason={blocked}
            aria-label={`Create Invoice for ${serialNumber}`}
            onClick={() => billing.create(order)}
          >
            Create Invoice
          </ActionButton>
        </Can>
      )}
      {billing.dialog}
      {invoice && (
        <Can permission="invoices.read">
          <Link className="btn btn-secondary" href={`/${side}/invoice/form?id=${encodeURIComponent(invoice._id)}`}>
            View Invoice {invoice.invoiceNumber}
          </Link>
        </Can>
      )}
    </>
  );
}
