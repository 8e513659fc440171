import { useId } from 'react';
import { Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import { TextAreaField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import { mayLeave } from '../../lib/queue/unsaved.js';

interface DenyProps {
  /** Description of the invoice. */
  readonly record: string;
  /** Returns whether the invoice was denied. */
  readonly onDeny: (reason: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** Asks for the reason of a denial, which the shop can read. */
export function DenyDialog({ record, onDeny, onClose }: DenyProps) {
  const id = useId();
  const form = useEditForm({ defaultValues: { reason: '' } });
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const submit = async ({ reason }: { reason: string }) => {
    if (!reason.trim()) return form.setError('reason', { message: 'A reason is required to deny an invoice' });
    if (await onDeny(reason)) onClose();
  };
  const footer = (
    <>
      <Button data-autofocus onClick={close}>
        Cancel
      </Button>
      <Button kind="danger" type="submit" form={id} pending={form.formState.isSubmitting}>
        Deny
      </Button>
    </>
  );
  return (
    <Dialog title="Deny Invoice?" size="small" footer={footer} onClose={close}>
      <p>{record}</p>
      <Form form={form} limits={null} id={id} onSubmit={submit} summary={false}>
        <TextAreaField
          name="reason"
          label="Reason"
          required="A reason is required to deny an invoice"
          maxLength={2000}
          hint="The shop sees the reason on the invoice and gets it by email."
        />
      </Form>
    </Dialog>
  );
}
