import type { Permission } from '../../../../domain/kernel/rights/permissions.js';
import { useCan } from '../../../lib/server/session.js';
import { ActionButton } from '../../ui/button.js';
import { TextAreaField } from '../../ui/form/fields.js';
import { Form } from '../../ui/form/form.js';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { useNotify } from '../../ui/overlay/use-notify.js';

interface AddMessageProps {
  /** The record's name in error messages. */
  readonly area: string;
  readonly permission: Permission;
  readonly onSend: (newMessage: string) => Promise<unknown>;
}

/** A form for a message about a record; the draft is stored until it is sent. */
export function AddMessage({ area, permission, onSend }: AddMessageProps) {
  const { notifyAndThrow } = useNotify(area);
  const { reason } = useCan(permission, { write: true });
  const form = useEditForm({ defaultValues: { newMessage: '' } });
  const submit = async ({ newMessage }: { newMessage: string }) => {
    await notifyAndThrow(onSend(newMessage), 'Invoice is updated');
    form.reset();
  };
  return (
    <div className="no-print">
      <Form form={form} limits={null} label="New message" summary={false} onSubmit={submit}>
        <TextAreaField name="newMessage" label="Message" required rows={3} maxLength={2000} disabledReason={reason} />
        <div>
          <ActionButton permission={permission} type="submit" pending={form.formState.isSubmitting}>
            Add Message
          </ActionButton>
        </div>
      </Form>
    </div>
  );
}
