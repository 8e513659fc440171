import { useState } from 'react';
import { getOpenQuantity } from '../../../domain/purchasing/material-orders/rules.js';
import { declined, isDeclined } from '../../components/shared/record/use-record-save.js';
import { useConfirm } from '../../components/ui/overlay/confirm.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { DateField, NumberField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import { useNotify } from '../../components/ui/overlay/use-notify.js';
import { dayIn, quantity } from '../../lib/format.js';
import { useMe } from '../../lib/server/session.js';
import { useSend } from '../../lib/server/use-api.js';
import type { MaterialOrder } from './material-values.js';
import { AREA } from './material-words.js';
import styles from './receive-dialog.module.css';

interface ReceiveDialogProps {
  readonly order: MaterialOrder;
  readonly onDone: (order: MaterialOrder) => void;
  readonly onClose: () => void;
}

interface Values {
  readonly recievedDate: string;
  /** The received quantity of each open line, in order. */
  readonly parts: readonly { readonly receive: number | null }[];
}

const MORE = 'This is more than you ordered. Receive all of it?';

/** `Angle 2x2: 12 of 10 ordered`, if more was received than outstanding. */
const overText = (line: MaterialOrder['items'][number], receive: number): string | undefined =>
  receive > getOpenQuantity(line)
    ? `${line.item.name}: ${quantity(line.received + receive)} of ${quantity(line.quantity)} ordered`
    : undefined;

/** Enters how much of each line was received; by default, all that is outstanding. */
export function ReceiveDialog({ order: openedOrder, onDone, onClose }: ReceiveDialogProps) {
  const [order] = useState(openedOrder); // receipts by another user meanwhile cause a conflict
  const { notifyAndThrow } = useNotify(AREA);
  const { timeZone } = useMe();
  const confirm = useConfirm();
  const lines = order.items.filter((line) => line.quantity > 0);
  const form = useEditForm<Values>({
    defaultValues: {
      recievedDate: dayIn(new Date(), timeZone),
      parts: lines.map((line) => ({ receive: getOpenQuantity(line) })),
    },
  });
  const { send, pending } = useSend('PUT /api/materialorder/update/recieved/:id');
  const receive = async ({ recievedDate, parts }: Values) => {
    const items = lines.flatMap(({ _id }, at) => {
      const part = parts[at]?.receive ?? 0;
      return part > 0 ? [{ _id, receive: part }] : [];
    });
    const over = lines.flatMap((line, at) => overText(line, parts[at]?.receive ?? 0) ?? []);
    if (over.length > 0 && !(await confirm({ message: MORE, record: over.join('; '), yes: 'Receive' })))
      throw declined();
    const body = { recievedDate, items, overDelivery: over.length > 0 };
    const { item } = await notifyAndThrow(send({ id: order._id, revision: order.revision, ...body }));
    onDone(item);
    onClose();
  };
  return (
    <FormDialog
      title={`Receive ${order.purchaseOrderNumber}`}
      size="large"
      submit="Receive"
      permission="purchasing.write"
      pending={pending}
      onClose={onClose}
    >
      <Form form={form} limits={null} onSubmit={receive} onRefused={isDeclined} label="Received quantities">
        <DateField name="recievedDate" label="Received Date" required />
        <div className={styles['material-parts']}>
          {lines.map((line, at) => (
            <NumberField
              key={line._id}
              name={`parts.${at}.receive`}
              label={line.item.name}
              hint={`${quantity(getOpenQuantity(line))} of ${quantity(line.quantity)} not received yet${line.description ? `, ${line.description}` : ''}`}
              step={0.01}
              min={0}
              max={99_999.9999}
            />
          ))}
        </div>
      </Form>
    </FormDialog>
  );
}
