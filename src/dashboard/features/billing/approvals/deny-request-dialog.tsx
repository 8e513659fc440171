import { TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { useSend } from '../../../lib/server/use-api.js';

interface DenyProps {
  readonly id: string;
  readonly asker: string;
  readonly onClose: () => void;
}

/** Asks for the reason of a denial, which the requester can read. */
export function DenyRequestDialog({ id, asker, onClose }: DenyProps) {
  const toast = useToast();
  const form = useEditForm({ defaultValues: { reason: '' } });
  const { send } = useSend('PUT /api/approvalrequest/deny/:id');
  const submit = async ({ reason }: { reason: string }) => {
    toast.success(`${(await send({ id, reason })).msg}.`);
    onClose();
  };
  return (
    <FormDialog
      title="Deny Request?"
      size="small"
      submit="Deny"
      kind="danger"
      pending={form.formState.isSubmitting}
      asks
      onClose={onClose}
    >
      <Form form={form} limits={null} label="Denial" onSubmit={submit} summary={false}>
        <TextAreaField
          name="reason"
          label="Reason"
          required="A reason is required to deny a request"
          maxLength={2000}
          hint={`${asker} will see the reason.`}
        />
      </Form>
    </FormDialog>
  );
}
