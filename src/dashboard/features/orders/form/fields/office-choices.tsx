import type { ChangeEvent } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '../../../../components/ui/form/field.js';
import { NumberField, SelectField, TextAreaField } from '../../../../components/ui/form/fields.js';
import { useMe } from '../../../../lib/server/session.js';
import { matchingFields } from '../saving/change-body.js';
import { statusChoices } from '../locks.js';
import { useOrder } from '../order-context.js';
import { ChoiceField } from './order-fields.js';
import { fieldLabels } from '../saving/order-text.js';
import type { OrderValues } from '../saving/order-values.js';
import { useIsMatched } from './use-is-matched.js';
import styles from '../order-form.module.css';

/**
 * The office's choices: status, dealer and, for an order that is New or returns to New, its shop, model, type and size.
 */
export function OfficeChoices() {
  const { order, locks, lookups } = useOrder();
  const status = useWatch<OrderValues>({ name: 'status' });
  const isMatched = useIsMatched();
  const toChoices = (list: readonly { readonly _id: string; readonly name: string }[] = []) =>
    list.map(({ _id, name }) => ({ value: _id, label: name }));
  const models =
    lookups?.models.map(({ _id, name, category }) => ({ value: _id, label: name, detail: category })) ?? [];
  return (
    <>
      <StatusField />
      {status === 'On Hold' && (
        <TextAreaField name="holdReason" label={fieldLabels.holdReason} rows={2} readOnly={locks.office !== null} />
      )}
      {isMatched && (
        <>
          <ChoiceField
            name="shop"
            options={toChoices(lookups?.shops)}
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
          <SelectField name="type" label={fieldLabels.type} options={orderTypes} readOnly={locks.matching !== null} />
          <div className={styles['order-size']}>
            <Feet name="width" locked={locks.matching !== null} />
            <Feet name="length" locked={locks.matching !== null} />
          </div>
        </>
      )}
      <ChoiceField
        name="dealer"
        options={toChoices(lookups?.dealers)}
        present={order.dealerId}
        presentName={order.dealer}
        locked={locks.companyFacts !== null}
      />
    </>
  );
}

const orderTypes = ['Inventory', 'Customer'].map((value) => ({ value, label: value }));
const LEAST = 0.0001;
const MOST = 999.9999;

const Feet = ({ name, locked }: { name: 'width' | 'length'; locked: boolean }) => (
  <NumberField
    name={name}
    label={fieldLabels[name]}
    required={`${fieldLabels[name]} is required`}
    decimals={0}
    keep={4}
    min={LEAST}
    max={MOST}
    suffix="ft"
    readOnly={locked}
  />
);

/** All statuses; disabled ones show the reason. */
function StatusField() {
  const { order, locks } = useOrder();
  const me = useMe();
  const { register, resetField } = useFormContext<OrderValues>();
  const canChoose = locks.office === null && order.status !== 'New';
  /** Choices made for a New order are discarded if it is not returned to New after all. */
  const forget = (status: string) => {
    if (canChoose && status !== 'New') for (const field of matchingFields) resetField(field);
  };
  const shop = useWatch<OrderValues, 'shop'>({ name: 'shop' });
  return (
    <Field
      name="status"
      label={fieldLabels.status}
      {...(canChoose
        ? { hint: 'Set the status to New to change shop, model, type or size. The shop gets a notice.' }
        : {})}
    >
      {(control) => (
        <select
          {...control}
          {...register('status', { onChange: (event: ChangeEvent<HTMLSelectElement>) => forget(event.target.value) })}
          disabled={locks.office !== null}
        >
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
