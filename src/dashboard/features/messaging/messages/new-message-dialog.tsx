import { useWatch } from 'react-hook-form';
import { WriteComment } from '../../../../domain/messaging/messages/schema.js';
import { NO_TEXT } from '../../../../domain/messaging/messages/rules.js';
import { Button } from '../../../components/ui/button.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { refuseField } from '../../../components/ui/form/problems.js';
import { call } from '../../../lib/server/api.js';
import { OrderChoice, orderNamed, ordersLike } from './order-choice.js';
import { type MessageAddress, useMessageForm } from '../../../components/shared/messages/use-message-form.js';

interface NewMessageProps extends MessageAddress {
  /** The recipient and the subject, as text. */
  readonly about: string;
  readonly onClose: () => void;
}

const NO_ORDER = 'This shop has no order with this serial number.';

/** A form for a message, optionally about an order; an unsent draft is restored when the dialog opens again. */
export function NewMessageDialog({ about, onClose, ...to }: NewMessageProps) {
  const { form, send, discard } = useMessageForm(to);
  const hasText = useWatch({ control: form.control, name: 'content' }) !== '';
  const submit = async ({ content, serialNumber }: { content: string; serialNumber: string }) => {
    const number = serialNumber.trim();
    if (number === '') await send(content);
    else {
      const order = orderNamed((await call('GET /api/orders', ordersLike(number, to.shop))).items, number);
      if (!order) throw refuseField('serialNumber', NO_ORDER);
      await send(content, order._id);
    }
    onClose();
  };
  return (
    <FormDialog
      title="New Message"
      submit="Send"
      pending={form.formState.isSubmitting}
      extra={
        hasText && (
          <Button kind="text" onClick={discard}>
            Discard draft
          </Button>
        )
      }
      guarded={false}
      onClose={onClose}
    >
      <p className="muted">{about}</p>
      <Form form={form} limits={WriteComment} label="New Message" onSubmit={submit}>
        {to.order === null && <OrderChoice shop={to.shop} />}
        <TextAreaField name="content" label="Message" required={NO_TEXT} rows={5} />
      </Form>
    </FormDialog>
  );
}
