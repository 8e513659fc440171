import { useMemo } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { Facts } from '../../../../components/ui/facts.js';
import { Field, type FieldProps } from '../../../../components/ui/form/field.js';
import { SelectField, type SelectOption } from '../../../../components/ui/form/fields.js';
import { SuggestedFieldText, toSuggestions } from '../../../../components/ui/form/inputs/suggested-text.js';
import { Select } from '../../../../components/ui/form/inputs/select.js';
import type { Output } from '../../../../lib/server/api.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { day } from '../../../../lib/format.js';
import { changeBody, needsRequired } from '../saving/change-body.js';
import { useOrder } from '../order-context.js';
import { fieldLabels } from '../saving/order-text.js';
import type { OrderRecord } from '../../../../components/shared/orders/order-types.js';
import type { OrderValues } from '../saving/order-values.js';
import { useIsMatched } from './use-is-matched.js';
import styles from '../order-form.module.css';

type Colors = Pick<Output<'GET /api/company'>, 'roofColors' | 'sidingColors' | 'trimColors'>;

/** The properties of the order, all read-only. */
export function OrderFacts() {
  const { order, locks } = useOrder();
  const { category, width, length } = order;
  const isOffice = locks.side === 'office';
  const isChosen = useIsMatched() && isOffice;
  const getGiven = (name: 'customer' | 'roofType' | 'sidingType') => [fieldLabels[name], order[name]] as const;
  return (
    <Facts
      dashes
      facts={[
        ['Serial number', order.serialNumber],
        ['Order number', order.orderNumber],
        ...(isChosen ? [] : [['Type', order.type] as const, ['Model', order.model] as const]),
        ['Category', category?.name ?? null],
        ...(isChosen
          ? []
          : [
              ['Size', `${width} × ${length} ft, ${width * length} sq ft`] as const,
              ['Shop', order.shop?.name ?? order.shopName] as const,
            ]),
        ...(isOffice ? [] : [['Dealer', order.dealer] as const]),
        ['Sales rep', order.salesRep],
        ...fillable.filter((name) => !isFilledIn(order, name, { isOffice, isChosen })).map(getGiven),
        ['Condition', order.condition],
        ['Ordered', day(order.dateOrdered)],
        ['Finished', day(order.dateFinished)],
        ['Invoiced', day(order.invoicedDate)],
      ]}
    />
  );
}

const fillable = ['customer', 'roofType', 'sidingType'] as const;

/** Whether the office can edit a field: values missing in the upload, and the types of a matched order. */
const isFilledIn = (
  order: OrderRecord,
  name: (typeof fillable)[number],
  { isOffice, isChosen }: { isOffice: boolean; isChosen: boolean },
): boolean => isOffice && (!order[name] || (isChosen && name !== 'customer'));

/** Customer, roof type and siding type, each editable while the order has none; the types also while it is New. */
export function FillableFields() {
  const { order, locks, lookups } = useOrder();
  const isChosen = useIsMatched();
  const type = useWatch<OrderValues>({ name: 'type' });
  const filled = fillable.filter((name) => isFilledIn(order, name, { isOffice: true, isChosen }));
  const lookupLists = { roofType: lookups?.roofTypes, sidingType: lookups?.sidingTypes, customer: undefined };
  return filled.map((name) => (
    <RequiredText
      key={name}
      name={name}
      label={fieldLabels[name]}
      required={name !== 'customer' || type === 'Customer'}
      knownValues={lookupLists[name]}
      readOnly={locks.office !== null}
      {...(order[name] ? {} : { hint: 'Missing from the uploaded order' })}
    />
  ));
}

const nothing: readonly string[] = [];

/** A required text, with known values as suggestions. */
function RequiredText({
  knownValues = nothing,
  required,
  readOnly = false,
  ...field
}: Omit<FieldProps, 'required'> & {
  name: (typeof fillable)[number];
  required: boolean;
  knownValues: readonly string[] | undefined;
}) {
  const validate = useRequiredRule(field.label);
  const suggestions = useMemo(() => toSuggestions(knownValues), [knownValues]);
  return (
    <Field {...field} required={required}>
      {(control) => (
        <SuggestedFieldText<OrderValues>
          {...control}
          name={field.name}
          rules={required ? { validate } : {}}
          suggestions={suggestions}
          maxLength={100}
          readOnly={readOnly}
        />
      )}
    </Field>
  );
}

/** A field is required if a change concerns the order itself; builder, status and matching can be saved without it. */
function useRequiredRule(label: string) {
  const { order } = useOrder();
  const { formState } = useFormContext<OrderValues>();
  const began = formState.defaultValues as OrderValues; // complete, because `toValues` made them
  return (value: unknown, values: OrderValues) => {
    const isMatched = order.status === 'New' || values.status === 'New';
    return value !== '' || !needsRequired(changeBody(began, values), isMatched) || `${label} is required`;
  };
}

type ColorName = 'roofColor' | 'sidingColor' | 'trimColor';
const lists = {
  roofColor: 'roofColors',
  sidingColor: 'sidingColors',
  trimColor: 'trimColors',
} as const satisfies Record<ColorName, keyof Colors>;

/** The three colors, from the company's lists; an order's current color stays available. */
export function ColorFields() {
  const { order, locks } = useOrder();
  const colors: Colors | undefined = useApi('GET /api/company', locks.side === 'office' ? {} : null).data;
  const names = ['roofColor', 'sidingColor', 'trimColor'] as const;
  if (locks.side !== 'office') return <Facts dashes facts={names.map((name) => [fieldLabels[name], order[name]])} />;
  return (
    <div className={styles['order-row']}>
      {names.map((name) => (
        <ColorField
          key={name}
          name={name}
          label={fieldLabels[name]}
          options={withPresent(
            colors?.[lists[name]].map(({ color }) => ({ value: color, label: color })) ?? [],
            order[name],
          )}
          readOnly={locks.office !== null}
        />
      ))}
    </div>
  );
}

/** Options that include the current value. */
export function withPresent(options: readonly SelectOption[], value: string | null, label = value): SelectOption[] {
  if (value === null || value === '' || options.some((option) => option.value === value)) return [...options];
  return [{ value, label: label ?? value }, ...options];
}

function ColorField({
  options,
  readOnly = false,
  ...field
}: FieldProps & { name: ColorName; options: readonly SelectOption[] }) {
  const isThere = useRequiredRule(field.label);
  const { field: input } = useController<OrderValues, ColorName>({ name: field.name, rules: { validate: isThere } });
  return (
    <Field {...field} required>
      {(control) => (
        <Select
          {...control}
          ref={input.ref}
          label={field.label}
          name={field.name}
          options={options}
          none={readOnly ? 'None' : `Choose a ${field.label.toLowerCase()}`}
          value={input.value}
          onChange={input.onChange}
          onBlur={input.onBlur}
          aria-disabled={readOnly || undefined}
          disabled={readOnly}
        />
      )}
    </Field>
  );
}

/** One of the office's choices; includes the uploaded value, matched or not. */
export function ChoiceField(props: {
  name: 'shop' | 'model' | 'dealer';
  options: readonly SelectOption[];
  present: string | null;
  presentName: string | null;
  locked: boolean;
}) {
  const { name, options, present, presentName, locked } = props;
  const none = present === null && presentName ? `${presentName} (not in the catalogue)` : 'None';
  return (
    <SelectField
      name={name}
      label={fieldLabels[name]}
      recent={`${name}s`}
      options={withPresent(options, present, presentName)}
      placeholder={none}
      readOnly={locked}
    />
  );
}
