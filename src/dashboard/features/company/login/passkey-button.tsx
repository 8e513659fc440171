import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { signWithPasskey } from '../../../lib/passkeys.js';
import { call, formatMessage } from '../../../lib/server/api.js';
import { useSession } from '../../../lib/server/session.js';

interface PasskeyButtonProps {
  readonly label: string;
  /** The server's answer to the password; null if the passkey replaces the password too. */
  readonly ticket?: string;
  readonly kind?: 'primary' | 'secondary';
}

/** A button that signs in with a passkey of this device. */
export function PasskeyButton({ label, ticket, kind = 'secondary' }: PasskeyButtonProps) {
  const { enter } = useSession();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const signIn = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const body = ticket === undefined ? {} : { ticket };
      const credential = await signWithPasskey(await call('POST /api/auth/passkey/options', body));
      enter((await call('POST /api/auth/passkey', { ...body, credential })).token);
    } catch (error) {
      setRefusal(formatMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      {refusal && (
        <div className="notice notice-error" role="alert">
          {refusal}
        </div>
      )}
      <Button kind={kind} pending={pending} onClick={() => void signIn()}>
        {label}
      </Button>
    </>
  );
}
