import { passwordLength } from '../../domain/company/users/rules.js';
import { Button } from '../components/ui/button.js';
import { Dialog } from '../components/ui/overlay/dialog.js';
import { TextField } from '../components/ui/form/fields.js';
import { Form } from '../components/ui/form/form.js';
import { useEditForm } from '../components/ui/form/use-edit-form.js';
import { useToast } from '../components/ui/overlay/toast.js';
import { useMe } from '../lib/server/session.js';
import { keepToken } from '../lib/server/token.js';
import { useSend } from '../lib/server/use-api.js';

/** Changes the user's own password. Ends all other sessions of the account. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const me = useMe();
  const toast = useToast();
  const { send } = useSend('PUT /api/users/password');
  const form = useEditForm({ defaultValues: { currentPassword: '', newPassword: '' } });
  const submit = async (values: { currentPassword: string; newPassword: string }) => {
    const { token, msg } = await send(values);
    keepToken(token);
    toast.success(msg);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form="change-password" pending={form.formState.isSubmitting}>
        Change password
      </Button>
    </>
  );
  return (
    <Dialog title="Change password" size="small" footer={footer} onClose={onClose}>
      <Form form={form} limits={null} id="change-password" onSubmit={submit} guarded={false}>
        <input type="hidden" name="username" autoComplete="username" value={me.userName} readOnly />
        <TextField
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          maxLength={passwordLength.max}
          required
          autoFocus
        />
        <TextField
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          minLength={passwordLength.min}
          maxLength={passwordLength.max}
          required
          hint="At least 10 characters"
        />
      </Form>
    </Dialog>
  );
}
