import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { call, formatMessage } from '../../../lib/server/api.js';
import { forgetSsoUse, rememberFlow, wasSsoUsed } from '../../../lib/sso-flow.js';

interface SsoButtonProps {
  readonly name: string;
  /** The provider's sign-out page; null if it has none. */
  readonly signOutAddress: string | null;
}

/** A button that opens the company's sign-in provider. */
export function SsoButton({ name, signOutAddress }: SsoButtonProps) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const begin = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const { address, flow } = await call('POST /api/auth/sso', {});
      rememberFlow(flow);
      location.assign(address);
    } catch (error) {
      setRefusal(formatMessage(error));
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
      <Button pending={pending} onClick={() => void begin()}>
        Sign in with {name}
      </Button>
      {signOutAddress && wasSsoUsed() && (
        <p className="muted">
          You may still be signed in at {name}.{' '}
          <a href={signOutAddress} onClick={forgetSsoUse}>
            Sign out there too
          </a>
        </p>
      )}
    </>
  );
}
