import { useState } from 'react';
import { CurrentPasswordField } from '../../../components/shared/users/password-fields.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { makePasskey } from '../../../lib/passkeys.js';
import { useSend } from '../../../lib/server/use-api.js';
import { CodesDialog } from './codes-dialog.js';

const TITLE = 'Add a passkey';

/** Adds a passkey: password, the device's confirmation and, if it is the first factor, recovery codes. */
export function PasskeyDialog({ onClose }: { onClose: () => void }) {
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
  return (
    <FormDialog title={TITLE} size="small" submit="Continue" pending={isSubmitting} guarded={false} onClose={onClose}>
      <Form form={form} limits={null} onSubmit={submit} label={TITLE}>
        <p>First confirm that it's you. Then your device asks for your fingerprint, your face or its PIN.</p>
        <CurrentPasswordField />
        <TextField
          name="name"
          label="Name"
          maxLength={60}
          hint="Helps you tell your passkeys apart, for example Work laptop. Defaults to the name of this browser."
        />
      </Form>
    </FormDialog>
  );
}
