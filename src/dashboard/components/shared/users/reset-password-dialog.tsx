import { useId } from 'react';
import { PasswordReset } from '../../../../domain/company/users/schema.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/overlay/dialog.js';
import { TextField } from '../../ui/form/fields.js';
import { Form } from '../../ui/form/form.js';
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
  const formId = useId();
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
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button pending={pending} onClick={() => void makeLink()}>
        Create a link instead
      </Button>
      <Button kind="primary" type="submit" form={formId} pending={form.formState.isSubmitting}>
        Reset Password
      </Button>
    </>
  );
  return (
    <Dialog title={`Reset password for ${user.name}`} size="small" footer={footer} onClose={onClose}>
      <Form id={formId} form={form} limits={PasswordReset} onSubmit={reset} guarded={false} label="Reset password">
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <p className="muted">{user.name} is signed out everywhere and must sign in with this password.</p>
        <TextField
          name="password"
          label="New password"
          type="password"
          autoComplete="new-password"
          required="Please input your password!"
          hint="At least 10 characters"
          autoFocus
        />
      </Form>
    </Dialog>
  );
}
