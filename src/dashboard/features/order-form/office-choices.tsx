import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../components/form/field.js';
import { TextAreaField } from '../../components/form/fields.js';
import { useMe } from '../../lib/session.js';
import { statusChoices } from './locks.js';
import { useOrder } from './order-context.js';
import { ChoiceField } from './order-fields.js';
import { fieldLabels } from './order-text.js';
import type { OrderValues } from './order-values.js';

/** What the office chooses: the status, the dealer and, for a New order, its shop and model. */
export function OfficeChoices() {
  const { order, locks, lookups } = useOrder();
  const status = useWatch<OrderValues>({ name: 'status' });
  const isNew = order.status === 'New';
  const named = (list: readonly { readonly _id: string; readonly name: string }[] = []) =>
    list.map(({ _id, name }) => ({ value: _id, label: name }));
  const models =
    lookups?.models.map(({ _id, name, category }) => ({ value: _id, label: `${name} (${category})` })) ?? [];
  return (
    <>
      <StatusField />
      {status === 'On Hold' && (
        <TextAreaField name="holdReason" label={fieldLabels.holdReason} rows={2} readOnly={locks.office !== null} />
      )}
      {isNew && (
        <>
          <ChoiceField
            name="shop"
            options={named(lookups?.shops)}
            present={order.shop?._id ?? null}
            presentName={order.shop?.name ?? order.shopName}
            locked={locks.matching !== null}
          />
          <ChoiceField
            name="model"
            options={models}
            present={order.modelId}
            presentName={order.model}
            locked={locks.matching !== null}
          />
        </>
      )}
      <ChoiceField
        name="dealer"
        options={named(lookups?.dealers)}
        present={order.dealerId}
        presentName={order.dealer}
        locked={locks.companyFacts !== null}
      />
    </>
  );
}

/** All statuses; one that the order cannot take says why. */
function StatusField() {
  const { order, locks } = useOrder();
  const me = useMe();
  const { register } = useFormContext<OrderValues>();
  const shop = useWatch<OrderValues>({ name: 'shop' }) as string;
  return (
    <Field name="status" label={fieldLabels.status}>
      {(control) => (
        <select {...control} {...register('status')} disabled={locks.office !== null}>
          {statusChoices(order, me, shop).map(({ status, why }) => (
            <option key={status} value={status} disabled={why !== null}>
              {why === null ? status : `${status} (${why})`}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
