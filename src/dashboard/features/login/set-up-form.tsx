import { Button } from '../../components/button.js';
import { SelectField, TextField } from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { useEditForm } from '../../components/form/use-edit-form.js';
import { useSession } from '../../lib/session.js';
import { useSend } from '../../lib/use-api.js';

const usual = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'];
const mine = Intl.DateTimeFormat().resolvedOptions().timeZone;
const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usual.includes(zone));
const zones = [...usual, ...others].map((zone) => ({ value: zone, label: zone.replace(/_/g, ' ') }));

/** The first set-up: the company and its first Office Admin, who is signed in by it. */
export function SetUpForm() {
  const { enter } = useSession();
  const { send } = useSend('POST /api/users');
  const form = useEditForm({
    defaultValues: {
      companyName: '',
      timeZone: zones.some(({ value }) => value === mine) ? mine : 'America/Chicago',
      name: '',
      userName: '',
      password: '',
    },
  });
  return (
    <Form
      form={form}
      onSubmit={(values) => send(values).then(({ token }) => enter(token))}
      label="Set up"
      guarded={false}
    >
      <p>Welcome. Nobody uses this installation yet: name the company and make its first Office Admin.</p>
      <TextField name="companyName" label="Company name" autoComplete="organization" required />
      <SelectField name="timeZone" label="Time zone" options={zones} required />
      <TextField name="name" label="Your name" autoComplete="name" required />
      <TextField
        name="userName"
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        hint="Your username from now on"
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint="At least 10 characters"
      />
      <Button type="submit" kind="primary" pending={form.formState.isSubmitting}>
        Set up
      </Button>
    </Form>
  );
}
