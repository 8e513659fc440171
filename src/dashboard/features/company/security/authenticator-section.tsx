import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { AuthenticatorDialog } from './authenticator-dialog.js';
import { ConfirmPasswordDialog } from './confirm-password-dialog.js';
import type { Factors } from './security-words.js';

/** Sets up, replaces and removes the authenticator app. */
export function AuthenticatorSection({ factors: { authenticator, isRequired } }: { factors: Factors }) {
  const { timeZone } = useMe();
  const { notifyAndThrow } = useNotify('Security');
  const remove = useSend('POST /api/factors/authenticator/remove');
  const [open, setOpen] = useState<'set-up' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const moment = (at: string) => formatMoment(at, timeZone);
  return (
    <RecordCard
      title="Authenticator app"
      actions={
        <span className="row">
          {authenticator && (
            <Button
              disabledReason={isRequired ? 'Your role needs a second factor.' : null}
              onClick={() => setOpen('remove')}
            >
              Remove
            </Button>
          )}
          <Button kind={authenticator ? 'secondary' : 'primary'} onClick={() => setOpen('set-up')}>
            {authenticator ? 'Replace' : 'Set up'}
          </Button>
        </span>
      }
    >
      {authenticator ? (
        <p>
          Set up on {moment(authenticator.createdAt)}.
          {authenticator.usedAt && ` Last used on ${moment(authenticator.usedAt)}.`}
        </p>
      ) : (
        <p className="muted">
          Sign in with your password and a code that an app on your phone shows. Someone who learns your password cannot
          sign in without it.
        </p>
      )}
      {open === 'set-up' && <AuthenticatorDialog isReplaced={authenticator !== null} onClose={close} />}
      {open === 'remove' && (
        <ConfirmPasswordDialog
          title="Remove the authenticator app"
          text="You will then sign in with your password alone. Your recovery codes stop working."
          yes="Remove"
          onConfirm={(currentPassword) => notifyAndThrow(remove.send({ currentPassword })).then(close)}
          onClose={close}
        />
      )}
    </RecordCard>
  );
}
