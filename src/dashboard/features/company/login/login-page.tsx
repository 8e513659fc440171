import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { CompanyLogo } from '../../../components/ui/company-logo.js';
import { Skeleton } from '../../../components/ui/empty-state.js';
import { setProduct, useProduct } from '../../../lib/product.js';
import type { StepLeft } from '../../../lib/server/session.js';
import { SignInSteps, useSetup } from './sign-in-steps.js';
import styles from './login.module.css';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const SsoReturn = loadLazily(() => import('./sso-return.js').then((m) => m.SsoReturn));
const ForgotForm = loadLazily(() => import('./forgot-form.js').then((m) => m.ForgotForm));
const WelcomeForm = loadLazily(() => import('./welcome-form.js').then((m) => m.WelcomeForm));

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
  const setup = useSetup();
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
  return (
    <div className={styles['login']}>
      {setup.data?.logo && <CompanyLogo logo={setup.data.logo} height={64} />}
      <h1>{product}</h1>
      <SignInSteps setup={setup} step={step} onStep={setStep} />
    </div>
  );
}
