import { useFormContext } from 'react-hook-form';
import { shopTakeBacks } from '../../../../domain/kernel/order/status.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { Menu } from '../../../components/ui/overlay/menu.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';
import { useCreateInvoice } from '../use-create-invoice.js';
import { formatMove } from '../order-words.js';
import { useMove } from '../use-move.js';
import { useChanged } from '../order-state.js';
import { statusChoices, explainNotDeletable } from './locks.js';
import type { OrderRecord } from '../../../components/shared/orders/order-types.js';
import type { OrderValues } from './order-values.js';
import styles from './work-order.module.css';

interface OfficeActionsProps {
  readonly order: OrderRecord;
  /** Saves the form with the order canceled, then leaves; if the save is refused, the form is unchanged. */
  readonly onCanceled: () => void;
}

/** Cancel Order and Delete Order, each with a confirmation. */
export function OfficeActions({ order, onCanceled }: OfficeActionsProps) {
  const me = useMe();
  const confirm = useConfirm();
  const record = `Order ${order.serialNumber}`;
  const whyNotCanceled =
    order.status === 'Canceled'
      ? 'This order is already canceled.'
      : order.invoice
        ? `Delete invoice ${order.invoice.invoiceNumber} first.`
        : null;
  const cancel = async () => {
    if (await confirm({ message: 'Cancel Order?', record, danger: true })) onCanceled();
  };
  const billing = useCreateInvoice();
  return (
    <>
      {billing.button(order)}
      {billing.dialog}
      <ActionButton
        permission="orders.set-any-status"
        icon="ban"
        disabledReason={whyNotCanceled}
        onClick={() => void cancel()}
      >
        Cancel Order
      </ActionButton>
      <DeleteButton order={order} whyNot={explainNotDeletable(order, me)} />
    </>
  );
}

function DeleteButton({ order, whyNot }: { order: OrderRecord; whyNot: string | null }) {
  const confirm = useConfirm();
  const { notify } = useNotify('Order');
  const { reset } = useFormContext<OrderValues>();
  const { send, pending } = useSend('DELETE /api/orders/delete/:id');
  const remove = async () => {
    const message =
      order.status === 'Canceled'
        ? 'Are you sure you want to Delete this Order.'
        : 'Are you sure you want to delete this Order?';
    if (!(await confirm({ message, record: `Order ${order.serialNumber}`, yes: 'Delete', danger: true }))) return;
    if (!(await notify(send({ id: order._id }), 'Order is deleted.'))) return;
    reset();
    goBack('/company/orders/inqueue');
  };
  return (
    <ActionButton
      permission="orders.delete"
      icon="trash"
      pending={pending}
      disabledReason={whyNot}
      onClick={() => void remove()}
    >
      Delete Order
    </ActionButton>
  );
}

interface StatusProps {
  readonly order: OrderRecord;
  /** Why the order cannot be moved right now, even though its status allows it; null if it can. */
  readonly blocked?: string | null;
  /** One large button per step instead of a menu. */
  readonly large?: boolean;
}

/** The shop's next steps for an order; empty if there are none. */
export function ChangeStatus({ order: stored, blocked = null, large = false }: StatusProps) {
  const me = useMe();
  const order = useChanged(stored);
  const { move, dialog } = useMove();
  const { reason } = useCan('orders.change-status', { write: true });
  const steps = statusChoices(order, me);
  if (steps.length === 0) return null;
  const go = (to: (typeof steps)[number]['status']) => void move(order, to);
  return (
    <>
      {large ? (
        <div className={styles['work-steps']}>
          {steps.map(({ status, why }, at) => (
            <Button
              key={status}
              kind={at === 0 && shopTakeBacks[order.status] !== status ? 'primary' : 'secondary'}
              disabledReason={reason ?? blocked ?? why}
              onClick={() => go(status)}
            >
              {formatMove(order.status, status)}
            </Button>
          ))}
        </div>
      ) : (
        <Menu
          label="Change Status"
          align="end"
          disabledReason={reason ?? blocked}
          items={steps.map(({ status, why }) => ({ label: status, disabledReason: why, onSelect: () => go(status) }))}
        />
      )}
      {dialog}
    </>
  );
}
