import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { TextAreaField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';

interface DenyProps {
  /** Description of the invoice. */
  readonly record: string;
  /** Denies the invoice; shows and throws an error. */
  readonly onDeny: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the reason of a denial, which the shop can read. */
export function DenyDialog({ record, onDeny, onClose }: DenyProps) {
  const form = useEditForm({ defaultValues: { reason: '' } });
  const submit = async ({ reason }: { reason: string }) => {
    await onDeny(reason);
    onClose();
  };
  return (
    <FormDialog
      title="Deny Invoice?"
      size="small"
      submit="Deny"
      kind="danger"
      pending={form.formState.isSubmitting}
      asks
      onClose={onClose}
    >
      <p>{record}</p>
      <Form form={form} limits={null} onSubmit={submit} summary={false}>
        <TextAreaField
          name="reason"
          label="Reason"
          required="A reason is required to deny an invoice"
          maxLength={2000}
          hint="The shop sees the reason on the invoice and gets it by email."
        />
      </Form>
    </FormDialog>
  );
}
