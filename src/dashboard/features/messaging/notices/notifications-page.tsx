import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { LinkButton } from '../../../components/shared/link-button.js';
import { Button } from '../../../components/ui/button.js';
import { CheckField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { Page } from '../../../components/ui/page.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useSide } from '../../../lib/use-side.js';
import {
  type Choice,
  type Choices,
  deliveryWords,
  groupChoices,
  toInput,
  toValues,
  type Values,
} from './choice-values.js';
import styles from '../../../components/shared/notices/notices.module.css';

/** How the signed-in user receives each kind of notice, and the quiet hours for email. */
export function NotificationsPage() {
  const query = useApi('GET /api/notices/choices', {});
  const side = useSide();
  return (
    <Page title="Notifications" actions={<LinkButton href={`/${side}/notices`}>All notices</LinkButton>}>
      <LoadedContent query={query}>{(choices) => <ChoicesForm choices={choices} />}</LoadedContent>
    </Page>
  );
}

function ChoicesForm({ choices }: { choices: Choices }) {
  const toast = useToast();
  const { send } = useSend('PUT /api/notices/choices');
  const form = useForm<Values>({ defaultValues: toValues(choices) });
  const save = async (values: Values) => {
    await send(toInput(values, choices));
    toast.success('Notifications saved.');
  };
  const restore = () => {
    for (const { kind, usual } of choices.items)
      form.setValue(`choices.${kind}`, usual, { shouldDirty: true, shouldTouch: true });
  };
  return (
    <Form
      form={form}
      limits={null}
      label="Notifications"
      onSubmit={save}
      save={{
        permission: 'alerts.read',
        write: false,
        extra: <Button onClick={restore}>Use the defaults</Button>,
      }}
    >
      <p className="muted">
        All kinds except those set to Off appear under the bell. Emails go to {choices.email}. Digests arrive at{' '}
        {choices.digestAt} ({choices.timeZone}), the weekly one on Mondays, and leave out resolved notices.
      </p>
      {groupChoices(choices.items).map(({ group, items }) => (
        <RecordCard key={group} title={group}>
          <div className={styles['kinds']}>
            {items.map((item) => (
              <KindField key={item.kind} item={item} />
            ))}
          </div>
        </RecordCard>
      ))}
      <QuietFields timeZone={choices.timeZone} />
    </Form>
  );
}

const KindField = ({ item: { kind, label, when, usual, always } }: { item: Choice }) => (
  <SelectField
    name={`choices.${kind}`}
    label={label}
    options={deliveryWords
      .filter(({ value }) => !(always && value === 'off'))
      .map(({ value, label: words }) => ({ value, label: value === usual ? `${words} (default)` : words }))}
    hint={when}
  />
);

function QuietFields({ timeZone }: { timeZone: string }) {
  const { control } = useFormContext<Values>();
  const isOn = useWatch({ control, name: 'quiet.isOn' });
  return (
    <RecordCard title="Quiet hours">
      <div className={styles['quiet']}>
        <CheckField name="quiet.isOn" label="Send no email during quiet hours" hint="Email is sent when they end." />
        {isOn && (
          <div className={styles['hours']}>
            <TextField name="quiet.from" label="From" type="time" maxLength={5} required />
            <TextField name="quiet.to" label="To" type="time" maxLength={5} required hint={timeZone} />
          </div>
        )}
      </div>
    </RecordCard>
  );
}
