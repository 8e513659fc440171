import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { Failure, Skeleton } from '../../../components/ui/empty-state.js';
import { NewPasswordField } from '../../../components/shared/users/password-fields.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { ApiError, call, type Output } from '../../../lib/server/api.js';
import { setProduct } from '../../../lib/product.js';

type LinkAnswer = Output<'POST /api/auth/link'>;
type State =
  | { readonly what: 'loading' }
  | { readonly what: 'open'; readonly link: string; readonly shown: LinkAnswer }
  | { readonly what: 'set'; readonly msg: string }
  | { readonly what: 'failed'; readonly error: ApiError };

/** The secret of the link is after `#`, so that it is not sent to a server or logged with the address. */
const readLink = (): string => decodeURIComponent(window.location.hash.slice(1));

/** Sets the password of a user who opened the link of an invitation or of a password reset. */
export function WelcomeForm() {
  const [state, setState] = useState<State>({ what: 'loading' });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const link = readLink();
    call('POST /api/auth/link', { link }).then(
      (welcome) => {
        if (!isCurrent) return;
        setProduct(welcome.productName);
        setState({ what: 'open', link, shown: welcome });
      },
      (error: unknown) => {
        if (isCurrent && error instanceof ApiError) setState({ what: 'failed', error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [tries]);
  useEffect(() => {
    const again = () => {
      setState({ what: 'loading' });
      setTries((n) => n + 1);
    };
    window.addEventListener('hashchange', again);
    return () => window.removeEventListener('hashchange', again);
  }, []);
  if (state.what === 'loading') return <Skeleton lines={5} />;
  if (state.what === 'failed') return <LinkFailure error={state.error} onRetry={() => setTries((n) => n + 1)} />;
  if (state.what === 'set')
    return (
      <>
        <p role="status">{state.msg}</p>
        <Link href="/login">Sign in</Link>
      </>
    );
  return (
    <PasswordForm
      link={state.link}
      linkInfo={state.shown}
      onSet={(msg) => {
        window.history.replaceState(null, '', window.location.pathname); // the link has been used
        setState({ what: 'set', msg });
      }}
    />
  );
}

function LinkFailure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  if (error.code !== 'link-invalid') return <Failure error={error} onRetry={onRetry} />;
  return (
    <>
      <p role="alert">{error.message}</p>
      <p>
        <Link href="/forgot">Ask for a new link</Link> or <Link href="/login">sign in</Link>. For a new invitation, ask
        your administrator.
      </p>
    </>
  );
}

interface PasswordFormProps {
  readonly link: string;
  readonly linkInfo: LinkAnswer;
  readonly onSet: (msg: string) => void;
}

function PasswordForm({ link, linkInfo: { purpose, name, email, companyName }, onSet }: PasswordFormProps) {
  const form = useEditForm({ defaultValues: { email, password: '' } });
  const submit = async ({ password }: { password: string }) =>
    onSet((await call('POST /api/auth/link/use', { link, password })).msg);
  return (
    <Form form={form} limits={null} onSubmit={submit} label="Set your password" guarded={false}>
      <p>
        {purpose === 'invitation'
          ? `Welcome to ${companyName}, ${name}. Choose the password you will sign in with.`
          : `Hello ${name}. Choose a new password. You will be signed out everywhere.`}
      </p>
      <TextField name="email" label="Email" type="email" autoComplete="username" readOnly />
      <NewPasswordField name="password" label="New password" required="Please input your password!" autoFocus />
      <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
        Set password
      </Button>
    </Form>
  );
}
