import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field, type FieldProps } from '../../components/form/field.js';
import { SelectField, type SelectOption, TextField } from '../../components/form/fields.js';
import type { Output } from '../../lib/api.js';
import { day } from '../../lib/format.js';
import { changeBody, needsColors } from './change-body.js';
import { useOrder } from './order-context.js';
import { fieldLabels } from './order-text.js';
import type { OrderValues } from './order-values.js';

export type Colors = Pick<Output<'GET /api/company'>, 'roofColors' | 'sidingColors' | 'trimColors'>;

/** Names and values that are only read. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="order-facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value === null || value === '' ? '—' : value}</dd>
      </div>
    ))}
  </dl>
);

/** What the order is: nothing of it is typed here. */
export function OrderFacts() {
  const { order, locks } = useOrder();
  const { category, width, length } = order;
  const isOffice = locks.side === 'office';
  const given = (name: 'customer' | 'roofType' | 'sidingType') => [fieldLabels[name], order[name]] as const;
  return (
    <Facts
      facts={[
        ['Serial number', order.serialNumber],
        ['Order number', order.orderNumber],
        ['Type', order.type],
        ...(isOffice && order.status === 'New' ? [] : [['Model', order.model] as const]),
        ['Category', category?.name ?? null],
        ['Size', `${width} × ${length} ft, ${width * length} sq ft`],
        ...(isOffice && order.status === 'New' ? [] : [['Shop', order.shop?.name ?? order.shopName] as const]),
        ...(isOffice ? [] : [['Dealer', order.dealer] as const]),
        ['Sales rep', order.salesRep],
        ...(['customer', 'roofType', 'sidingType'] as const).filter((name) => !isOffice || order[name]).map(given),
        ['Condition', order.condition],
        ['Ordered', day(order.dateOrdered)],
        ['Finished', day(order.dateFinished)],
        ['Invoiced', day(order.invoicedDate)],
      ]}
    />
  );
}

/** Customer, roof type and siding type, each as long as the order has none. */
export function FillableFields() {
  const { order, locks } = useOrder();
  const empty = (['customer', 'roofType', 'sidingType'] as const).filter((name) => !order[name]);
  return empty.map((name) => (
    <TextField
      key={name}
      name={name}
      label={fieldLabels[name]}
      maxLength={100}
      readOnly={locks.office !== null}
      hint="Not given by the order"
    />
  ));
}

type ColorName = 'roofColor' | 'sidingColor' | 'trimColor';
const lists = {
  roofColor: 'roofColors',
  sidingColor: 'sidingColors',
  trimColor: 'trimColors',
} as const satisfies Record<ColorName, keyof Colors>;

/** The three colors, from the company's lists; a color the order came with stays one to choose. */
export function ColorFields({ colors }: { colors: Colors | undefined }) {
  const { order, locks } = useOrder();
  const names = ['roofColor', 'sidingColor', 'trimColor'] as const;
  if (locks.side !== 'office') return <Facts facts={names.map((name) => [fieldLabels[name], order[name]])} />;
  return names.map((name) => (
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
  ));
}

/** Options, with the present value among them. */
export function withPresent(options: readonly SelectOption[], value: string | null, label = value): SelectOption[] {
  if (value === null || value === '' || options.some((option) => option.value === value)) return [...options];
  return [{ value, label: label ?? value }, ...options];
}

/** A color is required where something of the order itself is changed; a builder or a status can be saved without. */
function ColorField({
  options,
  readOnly = false,
  ...field
}: FieldProps & { name: ColorName; options: readonly SelectOption[] }) {
  const { register, formState } = useFormContext<OrderValues>();
  const began = formState.defaultValues as OrderValues;
  const isThere = (value: string, values: OrderValues) =>
    value !== '' || !needsColors(changeBody(began, values)) || `${field.label} is required`;
  return (
    <Field {...field} required>
      {(control) => (
        <select
          {...control}
          {...register(field.name, { validate: isThere as never })}
          aria-disabled={readOnly || undefined}
          disabled={readOnly}
        >
          <option value="">{readOnly ? 'None' : `Choose a ${field.label.toLowerCase()}`}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** One of the office's choices; what the order came with is among them, matched or not. */
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
      options={withPresent(options, present, presentName)}
      placeholder={none}
      readOnly={locked}
    />
  );
}
