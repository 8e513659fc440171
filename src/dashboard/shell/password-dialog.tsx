import { FormDialog } from '../components/ui/form/form-dialog.js';
import { CurrentPasswordField, NewPasswordField } from '../components/shared/users/password-fields.js';
import { Form } from '../components/ui/form/form.js';
import { useEditForm } from '../components/ui/form/use-edit-form.js';
import { useToast } from '../components/ui/overlay/toast.js';
import { keepToken } from '../lib/server/token.js';
import { useSend } from '../lib/server/use-api.js';

/** Changes the user's own password. Ends all other sessions of the account. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { send } = useSend('PUT /api/users/password');
  const form = useEditForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const submit = async (values: { currentPassword: string; newPassword: string }) => {
    const { token, msg } = await send(values);
    keepToken(token);
    toast.success(msg);
    onClose();
  };
  return (
    <FormDialog
      title="Change password"
      size="small"
      submit="Change password"
      pending={form.formState.isSubmitting}
      guarded={false}
      onClose={onClose}
    >
      <Form form={form} limits={null} onSubmit={submit}>
        <CurrentPasswordField />
        <NewPasswordField name="newPassword" label="New password" />
      </Form>
    </FormDialog>
  );
}
