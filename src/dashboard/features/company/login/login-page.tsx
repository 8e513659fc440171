import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { CompanyLogo } from '../../../components/ui/company-logo.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { canUsePasskeys } from '../../../lib/can-use-passkeys.js';
import { setProduct, useProduct } from '../../../lib/product.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { SignInForm } from './sign-in-form.js';
import styles from './login.module.css';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const SetUpForm = loadLazily(() => import('./set-up-form.js').then((m) => m.SetUpForm));
const NextStep = loadLazily(() => import('./next-step.js').then((m) => m.NextStep));
const PasskeyButton = loadLazily(() => import('./passkey-button.js').then((m) => m.PasskeyButton));
const SsoButton = loadLazily(() => import('./sso-button.js').then((m) => m.SsoButton));
const SsoReturn = loadLazily(() => import('./sso-return.js').then((m) => m.SsoReturn));
const ForgotForm = loadLazily(() => import('./forgot-form.js').then((m) => m.ForgotForm));
const WelcomeForm = loadLazily(() => import('./welcome-form.js').then((m) => m.WelcomeForm));

const withPasskey = 'Sign in with a passkey';

/** The pages without a session: sign-in, forgotten password, and the page that a mailed link opens. */
export function LoginPage() {
  const [path] = useLocation();
  if (path === '/forgot')
    return <Aside title="Forgot your password?" form={<ForgotForm meanwhile={<Skeleton lines={3} />} />} />;
  if (path === '/welcome')
    return <Aside title="Set your password" form={<WelcomeForm meanwhile={<Skeleton lines={3} />} />} />;
  return <SignIn path={path} />;
}

function Aside({ title, form }: { title: string; form: ReactNode }) {
  const product = useProduct();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  return (
    <div className={styles['login']}>
      <h1>{title}</h1>
      {form}
    </div>
  );
}

/** Sign-in, including the return from a provider; on a new installation, setup instead. */
function SignIn({ path }: { path: string }) {
  const { state } = useSession();
  const setup = useApi('GET /api/setup', state === 'signed-out' ? {} : null);
  const product = useProduct();
  const [step, setStep] = useState<StepLeft | null>(null);
  useEffect(() => setProduct(setup.data?.productName), [setup.data]);
  useEffect(() => {
    document.title = `Sign in · ${product}`;
  }, [product]);
  if (path === '/sso' && !step)
    return (
      <div className={styles['login']}>
        <h1>{product}</h1>
        <SsoReturn meanwhile={<Skeleton lines={3} />} onStep={setStep} />
      </div>
    );
  const setUp = <SetUpForm meanwhile={<Skeleton lines={5} />} />;
  const signIn = step ? (
    <NextStep
      meanwhile={<Skeleton lines={5} />}
      step={step}
      passkeyHost={setup.data?.passkeyHost ?? null}
      onRestart={() => setStep(null)}
    />
  ) : (
    <>
      <SignInForm onStep={setStep} />
      {setup.data?.sso && (
        <SsoButton meanwhile={<Button pending>Sign in with {setup.data.sso.name}</Button>} {...setup.data.sso} />
      )}
      {canUsePasskeys(setup.data?.passkeyHost) && (
        <PasskeyButton meanwhile={<Button pending>{withPasskey}</Button>} label={withPasskey} />
      )}
    </>
  );
  return (
    <div className={styles['login']}>
      {setup.data?.logo && <CompanyLogo logo={setup.data.logo} height={64} />}
      <h1>{product}</h1>
      {setup.error && <Failure error={setup.error} pending={setup.isRefreshing} onRetry={() => void setup.refresh()} />}
      {state === 'signed-out' && setup.data && (setup.data.needed ? setUp : signIn)}
      {(state === 'loading' || setup.isLoading) && <Skeleton lines={5} />}
    </div>
  );
}
