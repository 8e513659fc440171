import { useId, useState } from 'react';
import { passwordLength } from '../../../../domain/company/users/rules.js';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { Dialog } from '../../../components/ui/overlay/dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { makePasskey } from '../../../lib/passkeys.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { CodesDialog } from './codes-dialog.js';

const TITLE = 'Add a passkey';

/** Adds a passkey: password, the device's confirmation and, if it is the first factor, recovery codes. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const me = useMe();
  const toast = useToast();
  const begin = useSend('POST /api/factors/passkey');
  const confirm = useSend('POST /api/factors/passkey/confirm');
  const form = useEditForm({ defaultValues: { name: '', currentPassword: '' } });
  const { isSubmitting } = form.formState;
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const submit = async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
    const credential = await makePasskey(await begin.send({ currentPassword }));
    const { msg, recoveryCodes } = await confirm.send({ name, credential });
    toast.success(msg);
    if (recoveryCodes) setCodes(recoveryCodes);
    else onClose();
  };
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="primary" type="submit" form={id} pending={isSubmitting}>
        Continue
      </Button>
    </>
  );
  return (
    <Dialog title={TITLE} size="small" footer={footer} busy={isSubmitting} onClose={onClose}>
      <Form id={id} form={form} limits={null} onSubmit={submit} label={TITLE} guarded={false}>
        <p>First confirm that it is you. Then your device asks for your finger, your face or its PIN.</p>
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
          name="name"
          label="Name"
          maxLength={60}
          hint="Helps you tell your passkeys apart, for example Work laptop. Defaults to the name of this browser."
        />
      </Form>
    </Dialog>
  );
}
