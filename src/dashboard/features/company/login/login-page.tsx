import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
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

const SetUpForm = lazy(() => import('./set-up-form.js').then((m) => ({ default: m.SetUpForm })));
const NextStep = lazy(() => import('./next-step.js').then((m) => ({ default: m.NextStep })));
const PasskeyButton = lazy(() => import('./passkey-button.js').then((m) => ({ default: m.PasskeyButton })));
const SsoButton = lazy(() => import('./sso-button.js').then((m) => ({ default: m.SsoButton })));
const SsoReturn = lazy(() => import('./sso-return.js').then((m) => ({ default: m.SsoReturn })));
const ForgotForm = lazy(() => import('./forgot-form.js').then((m) => ({ default: m.ForgotForm })));
const WelcomeForm = lazy(() => import('./welcome-form.js').then((m) => ({ default: m.WelcomeForm })));

const withPasskey = 'Sign in with a passkey';

/** The pages without a session: sign-in, forgotten password, and the page that a mailed link opens. */
export function LoginPage() {
  const [path] = useLocation();
  if (path === '/forgot') return <Aside title="Forgot your password?" form={<ForgotForm />} />;
  if (path === '/welcome') return <Aside title="Set your password" form={<WelcomeForm />} />;
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
        <Suspense fallback={<Skeleton lines={3} />}>
          <SsoReturn onStep={setStep} />
        </Suspense>
      </div>
    );
  const setUp = (
    <Suspense fallback={<Skeleton lines={5} />}>
      <SetUpForm />
    </Suspense>
  );
  const signIn = step ? (
    <Suspense fallback={<Skeleton lines={5} />}>
      <NextStep step={step} passkeyHost={setup.data?.passkeyHost ?? null} onRestart={() => setStep(null)} />
    </Suspense>
  ) : (
    <>
      <SignInForm onStep={setStep} />
      {setup.data?.sso && (
        <Suspense fallback={<Button pending>Sign in with {setup.data.sso.name}</Button>}>
          <SsoButton {...setup.data.sso} />
        </Suspense>
      )}
      {canUsePasskeys(setup.data?.passkeyHost) && (
        <Suspense fallback={<Button pending>{withPasskey}</Button>}>
          <PasskeyButton label={withPasskey} />
        </Suspense>
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
