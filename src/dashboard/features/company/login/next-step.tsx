import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { ApiError, call, formatMessage, type Output } from '../../../lib/server/api.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';
import { AuthenticatorForm } from '../authenticator-form.js';
import { RecoveryCodes } from '../recovery-codes.js';

interface NextStepProps {
  readonly step: StepLeft;
  /** Back to the password. */
  readonly onRestart: () => void;
}

/** The step after the right password: a code, or setting up a second factor that the role needs. */
export const NextStep = (props: NextStepProps) =>
  props.step.step === 'code' ? <CodeForm {...props} /> : <SetUpFactor {...props} />;

function CodeForm({ step: { ticket }, onRestart }: NextStepProps) {
  const { enter } = useSession();
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm({ defaultValues: { entry: '' } });
  const { setFocus, subscribe } = form;
  useEffect(() => setFocus('entry'), [setFocus]);
  useEffect(() => subscribe({ formState: { values: true }, callback: () => setRefusal(null) }), [subscribe]);
  const submit = ({ entry: code }: { entry: string }) =>
    call('POST /api/auth/code', { ticket, code }).then(
      ({ token }) => enter(token),
      (error: unknown) => setRefusal(formatMessage(error)),
    );
  return (
    <Form form={form} limits={null} onSubmit={submit} label="Enter your code" guarded={false} summary={false}>
      <h2>Enter your code</h2>
      {refusal && (
        <div className="notice notice-error" role="alert">
          {refusal}
        </div>
      )}
      <TextField
        name="entry"
        label="Code"
        autoComplete="one-time-code"
        maxLength={40}
        required="Enter the code"
        hint="The 6 digits of your authenticator app, or one of your recovery codes"
      />
      <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
        Log in
      </Button>
      <Button kind="text" onClick={onRestart}>
        Start again
      </Button>
    </Form>
  );
}

type Offer = Output<'POST /api/auth/authenticator'>;
type Confirmed = Output<'POST /api/auth/authenticator/confirm'>;

function SetUpFactor({ step: { ticket }, onRestart }: NextStepProps) {
  const { enter } = useSession();
  const { offer, error, retry } = useOffer(ticket);
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  if (confirmed)
    return (
      <div className="form-group">
        <StepHeading>Store your recovery codes</StepHeading>
        <RecoveryCodes codes={confirmed.recoveryCodes} />
        <Button kind="primary" onClick={() => enter(confirmed.token)}>
          I have stored them
        </Button>
      </div>
    );
  return (
    <>
      <StepHeading>Set up a second factor</StepHeading>
      <p>Your role needs a second factor. From now on you sign in with your password and a code of an app.</p>
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

/** A new secret for the app; asked for once, because each one replaces the one before. */
function useOffer(ticket: string) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    call('POST /api/auth/authenticator', { ticket }).then(
      (answer) => isCurrent && setOffer(answer),
      (thrown: unknown) =>
        isCurrent &&
        setError(thrown instanceof ApiError ? thrown : new ApiError(0, 'unexpected', formatMessage(thrown))),
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
