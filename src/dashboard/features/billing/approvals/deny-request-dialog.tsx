import { useId } from 'react';
import { Button } from '../../../components/ui/button.js';
import { TextAreaField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { mayLeave } from '../../../lib/queue/unsaved.js';
import { useSend } from '../../../lib/server/use-api.js';

interface DenyProps {
  readonly id: string;
  readonly asker: string;
  readonly onClose: () => void;
}

const REQUIRED = 'A reason is required to deny a request';

/** Asks for the reason of a denial, which the requester can read. */
export function DenyRequestDialog({ id, asker, onClose }: DenyProps) {
  const formId = useId();
  const toast = useToast();
  const form = useEditForm({ defaultValues: { reason: '' } });
  const { send } = useSend('PUT /api/approvalrequest/deny/:id');
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const submit = async ({ reason }: { reason: string }) => {
    if (!reason.trim()) return form.setError('reason', { message: REQUIRED });
    toast.success(`${(await send({ id, reason })).msg}.`);
    onClose();
  };
  const footer = (
    <>
      <Button data-autofocus onClick={close}>
        Cancel
      </Button>
      <Button kind="danger" type="submit" form={formId} pending={form.formState.isSubmitting}>
        Deny
      </Button>
    </>
  );
  return (
    <Dialog title="Deny Request?" size="small" footer={footer} onClose={close}>
      <Form form={form} limits={null} id={formId} label="Denial" onSubmit={submit} summary={false}>
        <TextAreaField
          name="reason"
          label="Reason"
          required={REQUIRED}
          maxLength={2000}
          hint={`${asker} will see the reason.`}
        />
      </Form>
    </Dialog>
  );
}
