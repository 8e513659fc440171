import { useId } from 'react';
import { passwordLength } from '../../../../domain/company/users/rules.js';
import { Button } from '../../../components/ui/button.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useMe } from '../../../lib/server/session.js';

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
  const id = useId();
  const me = useMe();
  const form = useEditForm({ defaultValues: { currentPassword: '' } });
  const { isSubmitting } = form.formState;
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form={id} pending={isSubmitting}>
        {yes}
      </Button>
    </>
  );
  return (
    <Dialog title={title} size="small" footer={footer} busy={isSubmitting} onClose={onClose}>
      <Form
        id={id}
        form={form}
        limits={null}
        onSubmit={({ currentPassword }) => onConfirm(currentPassword)}
        label={title}
        guarded={false}
      >
        <p>{text}</p>
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
      </Form>
    </Dialog>
  );
}
