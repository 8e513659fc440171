import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { call } from '../../../lib/server/api.js';
import { useRefusal } from './use-refusal.js';
import { type StepLeft, useSession } from '../../../lib/server/session.js';
import { PasskeyButton } from './passkey-button.js';

interface CodeFormProps {
  readonly step: StepLeft;
  /** Returns to the password. */
  readonly onRestart: () => void;
}

/** The second factor: a passkey, a code of the authenticator app, or a recovery code. */
export function CodeForm({ step: { ticket, factors }, onRestart }: CodeFormProps) {
  const { enter } = useSession();
  const form = useForm({ defaultValues: { entry: '' } });
  const { setFocus } = form;
  const { refusal, refuse } = useRefusal(form);
  const hasPasskey = factors.includes('passkey');
  const hasApp = factors.includes('authenticator');
  useEffect(() => {
    if (!hasPasskey) setFocus('entry');
  }, [hasPasskey, setFocus]);
  const submit = ({ entry: code }: { entry: string }) =>
    call('POST /api/auth/code', { ticket, code }).then(({ token }) => enter(token), refuse);
  return (
    <>
      <h2>{hasPasskey ? "Confirm that it's you" : 'Enter your code'}</h2>
      {hasPasskey && <PasskeyButton kind="primary" label="Use a passkey" ticket={ticket} />}
      {hasPasskey && <p className="muted">{hasApp ? 'Or enter a code.' : 'Or enter a recovery code.'}</p>}
      <Form form={form} limits={null} onSubmit={submit} label="Enter your code" guarded={false} summary={false}>
        {refusal}
        <TextField
          name="entry"
          label="Code"
          autoComplete="one-time-code"
          maxLength={40}
          required="Enter the code"
          hint={
            hasApp
              ? 'The 6-digit code from your authenticator app, or one of your recovery codes'
              : 'One of your recovery codes'
          }
        />
        <Button type="submit" kind={hasPasskey ? 'secondary' : 'primary'} pending={form.formState.isSubmitting}>
          Log in
        </Button>
        <Button kind="text" onClick={onRestart}>
          Start again
        </Button>
      </Form>
    </>
  );
}
