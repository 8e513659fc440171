import { PasswordReset } from '../../../../domain/company/users/schema.js';
import { Button } from '../../ui/button.js';
import { FormDialog } from '../../ui/form/form-dialog.js';
import { Form } from '../../ui/form/form.js';
import { NewPasswordField } from './password-fields.js';
import { useEditForm } from '../../ui/form/use-edit-form.js';
import { useToast } from '../../ui/overlay/toast.js';
import { useNotify } from '../../ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { ListedUser, ShownLink } from './user-types.js';

interface ResetPasswordProps {
  readonly user: ListedUser;
  /** Shows a link to pass on. */
  readonly onLink: (link: ShownLink) => void;
  readonly onClose: () => void;
}

/** Sets a new password for a user, or creates a link with which the user sets one. The admin passes it on. */
export function ResetPasswordDialog({ user, onLink, onClose }: ResetPasswordProps) {
  const toast = useToast();
  const { send } = useSend('PUT /api/users/password/:id');
  const form = useEditForm({ defaultValues: { password: '' } });
  const reset = async ({ password }: { password: string }) => {
    toast.success((await send({ id: user._id, password })).msg);
    onClose();
  };
  const { notify } = useNotify('Link');
  const { send: make, pending } = useSend('POST /api/users/:id/link');
  const makeLink = async () => {
    const answer = await notify(make({ id: user._id }));
    if (!answer) return;
    onLink({ name: user.name, link: answer.link, msg: answer.msg });
    onClose();
  };
  return (
    <FormDialog
      title={`Reset password for ${user.name}`}
      size="small"
      submit="Reset Password"
      pending={form.formState.isSubmitting}
      extra={
        <Button pending={pending} onClick={() => void makeLink()}>
          Create a link instead
        </Button>
      }
      guarded={false}
      onClose={onClose}
    >
      <Form form={form} limits={PasswordReset} onSubmit={reset} label="Reset password">
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <p className="muted">{user.name} is signed out everywhere and must sign in with this password.</p>
        <NewPasswordField name="password" label="New password" required="Please input your password!" autoFocus />
      </Form>
    </FormDialog>
  );
}
