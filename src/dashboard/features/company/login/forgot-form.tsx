import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../../components/ui/button.js';
import { TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useSend } from '../../../lib/server/use-api.js';

/** Requests a link to replace a forgotten password. */
export function ForgotForm() {
  const { send } = useSend('POST /api/auth/forgotten');
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useEditForm({ defaultValues: { email: '' } });
  const back = <Link href="/login">Back to sign in</Link>;
  if (answer !== null)
    return (
      <>
        <p role="status">{answer}</p>
        {back}
      </>
    );
  return (
    <>
      <Form
        form={form}
        limits={null}
        onSubmit={async (values) => setAnswer((await send(values)).msg)}
        label="Forgot your password?"
        guarded={false}
      >
        <p>Enter the email address you sign in with. You get a link to set a new password.</p>
        <TextField
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          maxLength={254}
          required="Enter your email address"
          autoFocus
        />
        <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
          Send link
        </Button>
      </Form>
      {back}
    </>
  );
}
