import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { passwordLength } from '../../../../domain/company/users/rules.js';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useRefusal } from './use-refusal.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';

interface Values {
  readonly userName: string;
  readonly password: string;
}

interface SignInFormProps {
  /** Called if the password is right but another step is needed. */
  readonly onStep: (step: StepLeft) => void;
}

/** Email address and password; for a user whose session ended, the address is filled in and the password has the focus. */
export function SignInForm({ onStep }: SignInFormProps) {
  const { signIn, me } = useSession();
  const form = useForm<Values>({ defaultValues: { userName: me?.userName ?? '', password: '' } });
  const { setFocus } = form;
  const isKnown = me !== null;
  useEffect(() => {
    if (isKnown) setFocus('password');
  }, [isKnown, setFocus]);
  const { refusal, refuse } = useRefusal(form);
  const submit = ({ userName, password }: Values) =>
    signIn(userName, password).then((step) => step && onStep(step), refuse);
  return (
    <Form form={form} limits={null} onSubmit={submit} label="Sign in" guarded={false} summary={false}>
      {refusal}
      <TextField
        name="userName"
        label="Username"
        type="email"
        autoComplete="username"
        maxLength={254}
        required="Please input your username!"
        hint="Your email address"
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        maxLength={passwordLength.max}
        required="Please input your password!"
      />
      <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
        Log in
      </Button>
      <Link href="/forgot">Forgot your password?</Link>
    </Form>
  );
}
