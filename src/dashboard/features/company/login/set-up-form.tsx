import { Button } from '../../../components/ui/button.js';
import { NewPasswordField } from '../../../components/shared/users/password-fields.js';
import { SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useSession } from '../../../lib/server/session.js';
import { timeZones } from '../../../lib/time-zones.js';
import { useSend } from '../../../lib/server/use-api.js';

const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** First setup: the company and its first Office Admin, who is then signed in. */
export function SetUpForm() {
  const { enter } = useSession();
  const { send } = useSend('POST /api/users');
  const form = useEditForm({
    defaultValues: {
      setupCode: '',
      companyName: '',
      timeZone: timeZones.some(({ value }) => value === mine) ? mine : 'America/Chicago',
      name: '',
      userName: '',
      password: '',
    },
  });
  return (
    <Form
      form={form}
      limits={null}
      onSubmit={(values) => send(values).then(({ token }) => enter(token))}
      label="Set up"
      guarded={false}
    >
      <p>Welcome. Name your company and create its first Office Admin.</p>
      <TextField
        name="setupCode"
        label="Setup code"
        autoComplete="off"
        required
        maxLength={100}
        hint={
          <>
            Shown when Shedworks starts, and stored in its home folder in the file{' '}
            <code className="figure">setup-code</code>
          </>
        }
      />
      <TextField name="companyName" label="Company name" autoComplete="organization" required maxLength={200} />
      <SelectField name="timeZone" label="Time zone" options={timeZones} required />
      <TextField name="name" label="Your name" autoComplete="name" required maxLength={200} />
      <TextField
        name="userName"
        label="Email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        hint="This will be your username"
      />
      <NewPasswordField name="password" label="Password" />
      <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
        Set up
      </Button>
    </Form>
  );
}
