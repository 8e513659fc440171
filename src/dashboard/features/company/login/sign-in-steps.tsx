import { useState } from 'react';
import { Button } from '../../../components/ui/button.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.js';
import type { Output } from '../../../lib/server/api.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';
import { type ApiState, useApi } from '../../../lib/server/use-api.js';
import { SignInForm } from './sign-in-form.js';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const SetUpForm = loadLazily(() => import('./set-up-form.js').then((m) => m.SetUpForm));
const NextStep = loadLazily(() => import('./next-step.js').then((m) => m.NextStep));
const PasskeyButton = loadLazily(() => import('./passkey-button.js').then((m) => m.PasskeyButton));
const SsoButton = loadLazily(() => import('./sso-button.js').then((m) => m.SsoButton));

const withPasskey = 'Sign in with a passkey';

type Setup = ApiState<Output<'GET /api/setup'>>;

/** The ways to sign in to this installation; not read for a session that is loading. */
export function useSetup(): Setup {
  const { state } = useSession();
  return useApi('GET /api/setup', state === 'signed-out' || state === 'ended' ? {} : null);
}

interface SignInStepsProps {
  readonly setup: Setup;
  /** The step that remains after the right password. */
  readonly step: StepLeft | null;
  readonly onStep: (step: StepLeft | null) => void;
}

/** Every way to sign in, then the step that remains; on a new installation, setup instead. */
export function SignInSteps({ setup, step, onStep }: SignInStepsProps) {
  const { state } = useSession();
  const setUp = <SetUpForm meanwhile={<Skeleton lines={5} />} />;
  const signIn = step ? (
    <NextStep
      meanwhile={<Skeleton lines={5} />}
      step={step}
      passkeyHost={setup.data?.passkeyHost ?? null}
      onRestart={() => onStep(null)}
    />
  ) : (
    <>
      <SignInForm onStep={onStep} />
      {setup.data?.sso && (
        <SsoButton meanwhile={<Button pending>Sign in with {setup.data.sso.name}</Button>} {...setup.data.sso} />
      )}
      {canUsePasskeys(setup.data?.passkeyHost) && (
        <PasskeyButton meanwhile={<Button pending>{withPasskey}</Button>} label={withPasskey} />
      )}
    </>
  );
  return (
    <>
      {setup.error && <Failure error={setup.error} pending={setup.isRefreshing} onRetry={() => void setup.refresh()} />}
      {(state === 'signed-out' || state === 'ended') && setup.data && (setup.data.needed ? setUp : signIn)}
      {(state === 'loading' || setup.isLoading) && <Skeleton lines={5} />}
    </>
  );
}

/** Sign-in for the user whose session ended, inside a dialog. */
export function SignInAgain() {
  const [step, setStep] = useState<StepLeft | null>(null);
  return <SignInSteps setup={useSetup()} step={step} onStep={setStep} />;
}
