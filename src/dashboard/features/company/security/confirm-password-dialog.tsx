import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { CurrentPasswordField } from '../../../components/shared/users/password-fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';

interface ConfirmPasswordDialogProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  /** Throws `ApiError` for a wrong password. */
  readonly onConfirm: (currentPassword: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password before a sign-in method is changed, so that an open session is not enough. */
export function ConfirmPasswordDialog({ title, text, yes, onConfirm, onClose }: ConfirmPasswordDialogProps) {
  const form = useEditForm({ defaultValues: { currentPassword: '' } });
  const { isSubmitting } = form.formState;
  return (
    <FormDialog title={title} size="small" submit={yes} pending={isSubmitting} guarded={false} onClose={onClose}>
      <Form form={form} limits={null} onSubmit={({ currentPassword }) => onConfirm(currentPassword)} label={title}>
        <p>{text}</p>
        <CurrentPasswordField />
      </Form>
    </FormDialog>
  );
}
