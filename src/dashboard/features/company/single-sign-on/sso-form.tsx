import { SsoChange } from '../../../../domain/company/single-sign-on/schema.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { CheckField, TextField } from '../../../components/ui/form/fields.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useSend } from '../../../lib/server/use-api.js';
import { SsoRules } from './sso-rules.js';
import { SsoTest } from './sso-test.js';
import { historyWords, labels, type Sso, type SsoValues, toFields, toValues } from './sso-values.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

/** The provider, who gets which role, and how else people may sign in. */
export function SsoForm({ sso }: { sso: Sso | null }) {
  return (
    <RecordForm
      saving={useSsoSave(sso)}
      limits={SsoChange}
      label="Single sign-on"
      save={{ permission: 'users.manage' }}
      history={sso && { id: sso._id, words: historyWords }}
    >
      <RecordCard title="Provider">
        <ProviderFields sso={sso} />
        <SsoTest />
      </RecordCard>
      <SsoRules />
      <RecordCard title="Accounts">
        <CheckField
          name="createsUsers"
          label={labels.createsUsers}
          hint="Otherwise only users who already have an account here can sign in. The provider must have verified their email address."
        />
        <CheckField
          name="allowsPasswords"
          label={labels.allowsPasswords}
          hint="Otherwise only super admins can sign in without the provider."
        />
        <CheckField
          name="trustsFactors"
          label={labels.trustsFactors}
          hint="Otherwise users also enter their second factor here."
        />
      </RecordCard>
    </RecordForm>
  );
}

function ProviderFields({ sso }: { sso: Sso | null }) {
  const { timeZone } = useMe();
  return (
    <div className="form-grid">
      <TextField name="name" label={labels.name} required hint="The button says “Sign in with” and this name." />
      <TextField name="issuer" label={labels.issuer} required hint="Such as https://login.example.com." />
      <TextField name="clientId" label={labels.clientId} required />
      <TextField
        name="clientSecret"
        label={labels.clientSecret}
        type="password"
        autoComplete="new-password"
        required={sso === null}
        hint={
          sso
            ? `Entered ${formatMoment(sso.secretSetAt, timeZone)}. It is never shown; leave blank to keep it.`
            : 'It is stored encrypted and never shown.'
        }
      />
    </div>
  );
}

function useSsoSave(sso: Sso | null) {
  const { send } = useSend('PUT /api/sso');
  return useRecordSave<SsoValues, Sso>({
    record: sso,
    toValues,
    area: 'Single sign-on',
    what: 'Single sign-on',
    labels,
    format: formatValue,
    question: ({ name, allowsPasswords }) =>
      allowsPasswords || sso?.allowsPasswords === false
        ? null
        : {
            message: `Require all users to sign in with ${name}?`,
            details: 'Passwords and passkeys then work for super admins only. Test the connection first.',
            yes: 'Save',
          },
    store: (values, revision) => send({ ...toFields(values), revision: revision ?? 0 }),
  });
}

/** A value in the comparison of two versions. */
function formatValue(_: unknown, value: SsoValues[keyof SsoValues]): string {
  if (typeof value === 'boolean') return formatYesNo(value);
  if (typeof value === 'string') return value;
  return 'role' in value ? value.role || 'Refused' : value.map((rule) => `${rule.value}: ${rule.role}`).join(', ');
}
