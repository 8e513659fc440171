import { useState } from 'react';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import type { Output } from '../../../lib/server/api.js';
import { useSend } from '../../../lib/server/use-api.js';
import { AuthenticatorForm } from '../authenticator-form.js';
import { CodesDialog } from './codes-dialog.js';
import { ConfirmPasswordDialog } from './confirm-password-dialog.js';

interface AuthenticatorDialogProps {
  readonly isReplaced: boolean;
  readonly onClose: () => void;
}

/** Sets up an authenticator app: password, QR code, first code and, if it is the first factor, recovery codes. */
export function AuthenticatorDialog({ isReplaced, onClose }: AuthenticatorDialogProps) {
  const toast = useToast();
  const begin = useSend('POST /api/factors/authenticator');
  const { send, pending } = useSend('POST /api/factors/authenticator/confirm');
  const [offer, setOffer] = useState<Output<'POST /api/factors/authenticator'> | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const confirm = async (code: string) => {
    const { msg, recoveryCodes } = await send({ code });
    toast.success(msg);
    if (recoveryCodes) setCodes(recoveryCodes);
    else onClose();
  };
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  if (!offer)
    return (
      <ConfirmPasswordDialog
        title={isReplaced ? 'Replace the authenticator app' : 'Set up an authenticator app'}
        text={
          isReplaced ? 'The old app works until you confirm the new one with a code.' : "First confirm that it's you."
        }
        yes="Continue"
        onConfirm={(currentPassword) => begin.send({ currentPassword }).then(setOffer)}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title="Set up an authenticator app"
      size="medium"
      submit="Set up"
      pending={pending}
      guarded={false}
      onClose={onClose}
    >
      <AuthenticatorForm offer={offer} onConfirm={confirm} />
    </FormDialog>
  );
}
