import { useFormContext, useWatch } from 'react-hook-form';
import { NewKey } from '../../../../domain/company/keys/schema.js';
import { getScopes } from '../../../../domain/kernel/rights/scopes.js';
import { isShopRole } from '../../../../domain/kernel/rights/roles.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { Button } from '../../../components/ui/button.js';
import { CheckList } from '../../../components/ui/form/inputs/check-list.js';
import {
  CheckField,
  DateField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../../../components/ui/form/fields.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { Section } from '../../../components/ui/section.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { groupScopes, type Key, type KeyValues, labels, toFields, toValues } from './key-values.js';
import styles from './keys.module.css';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

interface KeyFormProps {
  readonly apiKey: Key | null;
  readonly list: string;
  /** Called with the secret of a new key. */
  readonly onSecret: (secret: string) => void;
}

/** What an API key may do, from where, how often and until when. */
export function KeyForm({ apiKey, list, onSecret }: KeyFormProps) {
  const { role } = useMe();
  const readOnly = apiKey?.status === 'revoked';
  const add = useSend('POST /api/keys');
  const change = useSend('PUT /api/keys/update/:id');
  const saving = useRecordSave<KeyValues, Key>({
    record: apiKey,
    toValues,
    area: 'API key',
    what: `API key ${apiKey?.name ?? ''}`,
    labels,
    format: (_, value) => (typeof value === 'boolean' ? formatYesNo(value) : String(value ?? '')),
    store: async (values, revision) => {
      const fields = toFields(values, apiKey);
      if (apiKey) return change.send({ id: apiKey._id, revision: revision ?? apiKey.revision, ...fields });
      const key = await add.send({ ...fields, shop: values.shop || null });
      onSecret(key.key);
      return key;
    },
    onSaved: () => apiKey && goBack(list),
  });
  return (
    <RecordForm
      saving={saving}
      limits={NewKey}
      label="API Key"
      {...(!readOnly && { save: { permission: 'keys.manage' as const } })}
    >
      <div className="form-grid">
        <div className="form-group">
          <TextField
            name="name"
            label={labels.name}
            required="Enter a name"
            readOnly={readOnly}
            hint="Shown in the history, for example Feed sync."
          />
          {!isShopRole(role) && <ShopField readOnly={readOnly || apiKey !== null} />}
          <CheckField
            name="readOnly"
            label={labels.readOnly}
            hint="Refuses every call that changes data."
            readOnly={readOnly}
          />
        </div>
        <div className="form-group">
          <DateField
            name="expiresAt"
            label={labels.expiresAt}
            readOnly={readOnly}
            hint="In UTC. Leave blank if the key never expires."
          />
          <NumberField name="rate" label={labels.rate} min={1} max={60_000} readOnly={readOnly} />
          <TextAreaField
            name="networks"
            label={labels.networks}
            rows={3}
            readOnly={readOnly}
            hint="One per line, such as 192.0.2.0/24. Leave blank to allow any address."
          />
        </div>
      </div>
      <ScopeFields readOnly={readOnly} />
    </RecordForm>
  );
}

function ShopField({ readOnly }: { readOnly: boolean }) {
  const shops = useApi('GET /api/shop', {});
  return (
    <SelectField
      name="shop"
      label={labels.shop}
      placeholder="No shop: the company's key"
      recent="shops"
      readOnly={readOnly}
      hint="If you choose a shop, the key sees what a Shop Admin of that shop sees."
      options={(shops.data?.items ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  );
}

/** The permissions that the user can grant, by part of the product. */
function ScopeFields({ readOnly }: { readOnly: boolean }) {
  const me = useMe();
  const { control, setValue } = useFormContext<KeyValues>();
  const [shop, chosenScopes] = useWatch({ control, name: ['shop', 'scopes'] });
  const scopes = getScopes(me, me.shop?._id ?? (shop || null));
  const offeredScopes = [...scopes, ...chosenScopes.filter((scope) => !scopes.includes(scope))];
  const choose = (scopes: KeyValues['scopes']) => setValue('scopes', scopes, { shouldDirty: true });
  return (
    <Section
      title={labels.scopes}
      actions={
        !readOnly && (
          <div className={styles['choose']}>
            <Button small onClick={() => choose([...scopes])}>
              Select All
            </Button>
            <Button small onClick={() => choose([])}>
              Clear
            </Button>
          </div>
        )
      }
    >
      <p className="muted">
        It can never do more than you, even if your role changes later. Keys cannot manage users or other keys.
      </p>
      <div className={styles['scopes']}>
        {groupScopes(offeredScopes).map(({ label, options }) => (
          <CheckList key={label} name="scopes" label={label} options={options} readOnly={readOnly} />
        ))}
      </div>
    </Section>
  );
}
