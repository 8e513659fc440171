import { TextAreaField } from '../components/ui/form/fields.js';
import { Form } from '../components/ui/form/form.js';
import { useEditForm } from '../components/ui/form/use-edit-form.js';
import { FormDialog } from '../components/ui/form/form-dialog.js';
import { useToast } from '../components/ui/overlay/toast.js';
import { toInput } from '../lib/server/api.js';
import type { RefusedChange } from '../lib/server/second-person.js';
import { useSend } from '../lib/server/use-api.js';

interface AskProps {
  readonly change: RefusedChange;
  readonly onClose: () => void;
}

/** Asks another person to approve a change that needs a second person, exactly as it was sent. */
export function AskDialog({ change: { call, input, msg }, onClose }: AskProps) {
  const toast = useToast();
  const form = useEditForm({ defaultValues: { note: '' } });
  const { send } = useSend('POST /api/approvalrequest');
  const submit = async ({ note }: { note: string }) => {
    const request = toInput<'POST /api/approvalrequest'>({ call, input, note }); // what was just sent to the server
    toast.success(`${(await send(request)).msg}. See Requests under Approvals.`);
    onClose();
  };
  return (
    <FormDialog
      title="Request Approval?"
      size="small"
      submit="Request Approval"
      pending={form.formState.isSubmitting}
      asks
      onClose={onClose}
    >
      <p>{msg}</p>
      <Form form={form} limits={null} label="Request" onSubmit={submit} summary={false}>
        <TextAreaField
          name="note"
          label="Note"
          maxLength={2000}
          hint="For the person who approves or denies it. Nothing changes until then."
        />
      </Form>
    </FormDialog>
  );
}
