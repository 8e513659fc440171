import { useState } from 'react';
import { openOf } from '../../../domain/material-orders/rules.js';
import { ActionButton, Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { DateField, NumberField } from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { useEditForm } from '../../components/form/use-edit-form.js';
import { useTold } from '../../components/use-told.js';
import { dayIn, quantity } from '../../lib/format.js';
import { useMe } from '../../lib/session.js';
import { useSend } from '../../lib/use-api.js';
import type { MaterialOrder } from './material-values.js';
import { AREA, REFRESHED } from './material-words.js';

interface ReceiveDialogProps {
  readonly order: MaterialOrder;
  readonly onDone: (order: MaterialOrder) => void;
  readonly onClose: () => void;
}

interface Values {
  readonly recievedDate: string;
  /** How much came of each line that is open, in their order. */
  readonly parts: readonly { readonly receive: number | null }[];
}

const FORM = 'receive-material';

/** Says how much of each line has come; at first all that is still to come. */
export function ReceiveDialog({ order: shown, onDone, onClose }: ReceiveDialogProps) {
  const [order] = useState(shown); // what somebody else receives meanwhile meets this as a conflict
  const { toldOrThrown } = useTold(AREA);
  const { timeZone } = useMe();
  const lines = order.items.filter((line) => openOf(line) > 0);
  const form = useEditForm<Values>({
    defaultValues: {
      recievedDate: dayIn(new Date(), timeZone),
      parts: lines.map((line) => ({ receive: openOf(line) })),
    },
  });
  const { send, pending } = useSend('PUT /api/materialorder/update/recieved/:id', { refresh: REFRESHED });
  const receive = async ({ recievedDate, parts }: Values) => {
    const items = lines.flatMap(({ _id }, at) => {
      const part = parts[at]?.receive ?? 0;
      return part > 0 ? [{ _id, receive: part }] : [];
    });
    const { item } = await toldOrThrown(send({ id: order._id, revision: order.revision, recievedDate, items }));
    onDone(item);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <ActionButton permission="purchasing.write" kind="primary" type="submit" form={FORM} pending={pending}>
        Receive
      </ActionButton>
    </>
  );
  return (
    <Dialog
      title={`Receive ${order.purchaseOrderNumber}`}
      size="large"
      footer={footer}
      busy={pending}
      onClose={onClose}
    >
      <Form form={form} id={FORM} onSubmit={receive} guarded={false} label="What has come">
        <DateField name="recievedDate" label="Received Date" required />
        <div className="material-parts">
          {lines.map((line, at) => (
            <NumberField
              key={line._id}
              name={`parts.${at}.receive`}
              label={line.item.name}
              hint={`${quantity(openOf(line))} still to come of ${quantity(line.quantity)}${line.description ? `, ${line.description}` : ''}`}
              step={0.01}
              min={0}
              max={openOf(line)}
            />
          ))}
        </div>
      </Form>
    </Dialog>
  );
}
