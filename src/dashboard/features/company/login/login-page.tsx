import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { getLanding } from '../../../../domain/kernel/rights/roles.js';
import { CompanyLogo } from '../../../components/ui/company-logo.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { setProduct, useProduct } from '../../../lib/product.js';
import { type Me, type StepLeft, useSession } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { type Screens, useScreens } from '../../../lib/screens.js';
import { SetUpForm } from './set-up-form.js';
import { SignInForm } from './sign-in-form.js';
import styles from './login.module.css';

const NextStep = lazy(() => import('./next-step.js').then((m) => ({ default: m.NextStep })));
const ForgotForm = lazy(() => import('./forgot-form.js').then((m) => ({ default: m.ForgotForm })));
const WelcomeForm = lazy(() => import('./welcome-form.js').then((m) => ({ default: m.WelcomeForm })));

/** The pages without a session: sign-in, a forgotten password, and the page of a link. */
export function LoginPage() {
  const [path] = useLocation();
  if (path === '/forgot') return <Aside title="Forgot your password?" form={<ForgotForm />} />;
  if (path === '/welcome') return <Aside title="Set your password" form={<WelcomeForm />} />;
  return <SignIn />;
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

/** Sign-in; on a new installation, setup instead. */
function SignIn() {
  const { me, state } = useSession();
  const { screenFor } = useScreens();
  const from = new URLSearchParams(useSearch()).get('from');
  const setup = useApi('GET /api/setup', state === 'signed-out' ? {} : null);
  const product = useProduct();
  const [step, setStep] = useState<StepLeft | null>(null);
  useEffect(() => setProduct(setup.data?.productName), [setup.data]);
  useEffect(() => {
    document.title = `Sign in · ${product}`;
  }, [product]);
  if (me) return <Redirect to={destination(from, me, screenFor)} replace />;
  const signIn = step ? (
    <Suspense fallback={<Skeleton lines={5} />}>
      <NextStep step={step} onRestart={() => setStep(null)} />
    </Suspense>
  ) : (
    <SignInForm onStep={setStep} />
  );
  return (
    <div className={styles['login']}>
      {setup.data?.logo && <CompanyLogo logo={setup.data.logo} height={64} />}
      <h1>{product}</h1>
      {setup.error && <Failure error={setup.error} pending={setup.isRefreshing} onRetry={() => void setup.refresh()} />}
      {state === 'signed-out' && setup.data && (setup.data.needed ? <SetUpForm /> : signIn)}
      {(state === 'loading' || setup.isLoading) && <Skeleton lines={5} />}
    </div>
  );
}

/** The address the user came from, if they may see it; otherwise their home screen. */
function destination(from: string | null, me: Me, screenFor: Screens['screenFor']): string {
  const landing = getLanding(me.role);
  if (!from || !/^\/(?![/\\])/.test(from)) return landing;
  const screen = screenFor(from.split('?')[0] ?? '', me);
  return screen === null || screen === 'denied' ? landing : from;
}
