import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { ApiError, call, formatMessage, type Output } from '../../../lib/server/api.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';
import { AuthenticatorForm } from '../authenticator-form.js';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.js';
import { makePasskey } from '../../../lib/passkeys.js';
import { RecoveryCodes } from '../recovery-codes.js';
import { CodeForm } from './code-form.js';

interface NextStepProps {
  readonly step: StepLeft;
  /** The host where passkeys work. */
  readonly passkeyHost: string | null;
  /** Returns to the password. */
  readonly onRestart: () => void;
}

/** The step after the right password: a code, or setting up a second factor that the role needs. */
export const NextStep = (props: NextStepProps) =>
  props.step.step === 'code' ? <CodeForm {...props} /> : <SetUpFactor {...props} />;

type Offer = Output<'POST /api/auth/authenticator'>;
type AuthenticatorAnswer = Output<'POST /api/auth/authenticator/confirm'>;

function SetUpFactor({ step: { ticket }, passkeyHost, onRestart }: NextStepProps) {
  const { enter } = useSession();
  const { offer, error, retry } = useOffer(ticket);
  const [confirmed, setConfirmed] = useState<AuthenticatorAnswer | null>(null);
  const passkey = usePasskey(ticket, setConfirmed);
  if (confirmed)
    return (
      <div className="form-group">
        <StepHeading>Save your recovery codes</StepHeading>
        <RecoveryCodes codes={confirmed.recoveryCodes} />
        <Button kind="primary" onClick={() => enter(confirmed.token)}>
          I have saved them
        </Button>
      </div>
    );
  return (
    <>
      <StepHeading>Set up a second factor</StepHeading>
      <p>
        Your role needs a second factor. From now on you sign in with your password and a code from an app, or with a
        passkey.
      </p>
      {canUsePasskeys(passkeyHost) && (
        <>
          {passkey.refusal && (
            <div className="notice notice-error" role="alert">
              {passkey.refusal}
            </div>
          )}
          <Button pending={passkey.pending} onClick={() => void passkey.add()}>
            Set up a passkey on this device
          </Button>
          <p className="muted">Or set up an authenticator app.</p>
        </>
      )}
      {error && <Failure error={error} onRetry={retry} />}
      {!offer && !error && <Skeleton lines={5} />}
      {offer && (
        <AuthenticatorForm
          offer={offer}
          submitLabel="Set up and log in"
          onConfirm={(code) => call('POST /api/auth/authenticator/confirm', { ticket, code }).then(setConfirmed)}
        />
      )}
      <Button kind="text" onClick={onRestart}>
        Start again
      </Button>
    </>
  );
}

/** Takes the focus when its step appears, so that screen readers start there. */
function StepHeading({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <h2 ref={ref} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Sets up a passkey instead of an app. */
function usePasskey(ticket: string, onConfirmed: (session: AuthenticatorAnswer) => void) {
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = async () => {
    setPending(true);
    setRefusal(null);
    try {
      const credential = await makePasskey(await call('POST /api/auth/passkey/enroll', { ticket }));
      onConfirmed(await call('POST /api/auth/passkey/enroll/confirm', { ticket, credential }));
    } catch (error) {
      setRefusal(formatMessage(error));
    } finally {
      setPending(false);
    }
  };
  return { add, pending, refusal };
}

/** A new secret for the app; requested once, because each one replaces the previous one. */
function useOffer(ticket: string) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    call('POST /api/auth/authenticator', { ticket }).then(
      (answer) => isCurrent && setOffer(answer),
      (reason: unknown) =>
        isCurrent &&
        setError(reason instanceof ApiError ? reason : new ApiError(0, 'unexpected', formatMessage(reason))),
    );
    return () => {
      isCurrent = false;
    };
  }, [ticket, tries]);
  const retry = () => {
    setError(null);
    setTries((n) => n + 1);
  };
  return { offer, error, retry };
}
