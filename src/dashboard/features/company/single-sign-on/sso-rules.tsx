import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { isShopRole } from '../../../../domain/kernel/rights/roles.js';
import { Button } from '../../../components/ui/button.js';
import { SelectField, TextField } from '../../../components/ui/form/fields.js';
import { RecordCard } from '../../../components/ui/record-layout.js';
import { useApi } from '../../../lib/server/use-api.js';
import { blankRule, labels, roleOptions, type SsoValues } from './sso-values.js';

/** Which role people get: by the values of a claim, in order, and everyone else. */
export function SsoRules() {
  const { control } = useFormContext<SsoValues>();
  const { fields, append, remove } = useFieldArray({ control, name: 'rules' });
  return (
    <RecordCard title="Roles">
      <p className="muted">
        The first rule that matches decides the role at each sign-in. Super admins keep their role.
      </p>
      <TextField
        name="claim"
        label={labels.claim}
        hint="Such as groups, or realm_access.roles. Leave blank to give everyone the same role."
      />
      <fieldset className="lines-field">
        <legend>{labels.rules}</legend>
        {fields.length === 0 && <p className="muted">No rules yet.</p>}
        {fields.map((field, at) => (
          <div key={field.id} className="lines-row">
            <TextField name={`rules.${at}.value`} label={`Value ${at + 1}`} required="Enter a value of the claim" />
            <SelectField name={`rules.${at}.role`} label={`Role ${at + 1}`} required options={roleOptions} />
            <ShopField of={`rules.${at}`} label={`Shop ${at + 1}`} />
            <Button icon="trash" iconOnly onClick={() => remove(at)}>
              {`Delete rule ${at + 1}`}
            </Button>
          </div>
        ))}
        <Button icon="plus" onClick={() => append(blankRule)}>
          Add Rule
        </Button>
      </fieldset>
      <div className="form-grid">
        <SelectField name="fallback.role" label={labels.fallback} placeholder="Refused" options={roleOptions} />
        <ShopField of="fallback" label="Shop for everyone else" />
      </div>
    </RecordCard>
  );
}

/** The shop, where the role beside it is one of a shop. */
function ShopField({ of, label }: { of: 'fallback' | `rules.${number}`; label: string }) {
  const { control } = useFormContext<SsoValues>();
  const role = useWatch({ control, name: `${of}.role` });
  const shops = useApi('GET /api/shop', {}).data?.items ?? [];
  if (role === '' || !isShopRole(role)) return null;
  return (
    <SelectField
      name={`${of}.shopId`}
      label={label}
      required="Choose a shop"
      placeholder="Choose a shop"
      options={shops.map(({ _id, name }) => ({ value: _id, label: name }))}
    />
  );
}
