import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { day, decimal } from '../../../lib/format.js';
import type { Choice } from './combobox/choices.js';
import { DayInput } from './inputs/day-input.js';
import { Field, type FieldProps, requiredRule, requiredTextRule } from './field.js';
import { useLimit } from './limits.js';
import { NumberInput, type NumberInputProps } from './inputs/number-input.js';
import { Select } from './inputs/select.js';
import styles from './field.module.css';
import { useFieldNamed } from './use-value.js';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'autoComplete' | 'minLength' | 'maxLength' | 'placeholder' | 'autoFocus'
>;

/** One line of text. */
export function TextField({
  type = 'text',
  autoComplete = 'off',
  minLength,
  maxLength,
  placeholder,
  autoFocus,
  ...field
}: FieldProps & InputProps) {
  const { register } = useFormContext();
  const limit = useLimit(field.name, field.label);
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          style={{ maxWidth: getWidth(field.name) }}
          {...register(field.name, { ...requiredRule(field), ...shortest(field.label, minLength), validate: limit })}
          {...{ type, autoComplete, maxLength, placeholder }}
          data-autofocus={autoFocus || undefined}
          readOnly={(field.readOnly ?? false) || Boolean(field.disabledReason)}
        />
      )}
    </Field>
  );
}

/** The width of short fields in characters, by the last word of the field's path. */
const lengths: Readonly<Record<string, number>> = { state: 12, zipCode: 14, phone: 22, code: 16 };

/** Makes a short field as wide as its values; the stylesheet sets the width of others. */
const getWidth = (name: string): string | undefined => {
  const length = lengths[name.slice(name.lastIndexOf('.') + 1)];
  return length === undefined ? undefined : `${length}ch`;
};

const shortest = (label: string, value: number | undefined) =>
  value === undefined ? {} : { minLength: { value, message: `${label} must be at least ${value} characters` } };

/** Several lines of text. */
export function TextAreaField({ rows = 4, maxLength, ...field }: FieldProps & { rows?: number; maxLength?: number }) {
  const { register } = useFormContext();
  const limit = useLimit(field.name, field.label);
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          {...register(field.name, { ...requiredTextRule(field), validate: limit })}
          {...{ rows, maxLength }}
          readOnly={(field.readOnly ?? false) || Boolean(field.disabledReason)}
        />
      )}
    </Field>
  );
}

type NumericProps = FieldProps &
  Pick<NumberInputProps, 'decimals' | 'keep' | 'min' | 'max' | 'step' | 'prefix' | 'suffix' | 'placeholder'>;

/** A number, or null when empty; dollars and percents show 2 to 4 decimals by default. */
export function NumberField(props: NumericProps) {
  const { min, max, step, prefix, suffix, placeholder, decimals: fixedDecimals, keep: most, ...field } = props;
  const isAmount = prefix === '$' || suffix === '%';
  const decimals = fixedDecimals ?? (isAmount ? 2 : undefined);
  const keep = most ?? (fixedDecimals === undefined && isAmount ? 4 : undefined);
  const limits = {
    ...(min === undefined ? {} : { min: { value: min, message: `${field.label} must be at least ${min}` } }),
    ...(max === undefined ? {} : { max: { value: max, message: `${field.label} must be at most ${max}` } }),
  };
  const isNumber = (value: unknown) => !Number.isNaN(value) || `${field.label} must be a number`;
  const input = useFieldNamed<number | null>(field.name, {
    ...requiredRule(field),
    ...limits,
    validate: { isNumber, limit: useLimit(field.name, field.label, keep ?? decimals) },
  });
  return (
    <Field {...field}>
      {(control) => (
        <>
          <NumberInput
            {...control}
            {...{ decimals, keep, min, max, step, prefix, suffix, placeholder }}
            ref={input.ref}
            name={field.name}
            value={input.value}
            onChange={input.onChange}
            onBlur={input.onBlur}
            readOnly={(field.readOnly ?? false) || Boolean(field.disabledReason)}
          />
          {prefix === '$' && <NegativeOnPaper value={input.value} decimals={decimals} keep={keep} />}
        </>
      )}
    </Field>
  );
}

/** An amount below zero as paper shows it, in place of its box, where the dollar sign comes before the minus. */
function NegativeOnPaper({ value, decimals = 2, keep }: Pick<NumberInputProps, 'value' | 'decimals' | 'keep'>) {
  if (typeof value !== 'number' || !(value < 0)) return null;
  return <span className="print-only">-${decimal(-value, decimals, keep)}</span>;
}

/** Dollars and cents. */
export const MoneyField = (props: Omit<NumericProps, 'decimals' | 'prefix'>) => (
  <NumberField step={0.01} {...props} decimals={2} prefix="$" />
);

export type SelectOption = Choice;

interface SelectFieldProps extends FieldProps {
  readonly options: readonly SelectOption[];
  /** The label for no choice; in a required field, the prompt to choose. */
  readonly placeholder?: string | undefined;
  /** The kind of records listed, `items`: always a combobox, the user's latest choices first. */
  readonly recent?: string | undefined;
  /** Creates a record with this name, and then chooses it. */
  readonly onCreate?: ((label: string) => void) | undefined;
  readonly onChosen?: () => void;
}

/** A choice of one, required or not: a select, or a combobox for a long list. */
export function SelectField({ options, placeholder, recent, onCreate, onChosen, ...field }: SelectFieldProps) {
  const off = (field.readOnly ?? false) || Boolean(field.disabledReason);
  const input = useFieldNamed<string | null | undefined>(field.name, requiredRule(field));
  return (
    <Field {...field}>
      {(control) => (
        <Select
          {...control}
          {...{ options, placeholder, recent, onCreate }}
          ref={input.ref}
          label={field.label}
          name={field.name}
          value={input.value ?? ''} // also while the options are loading
          none={field.required ? undefined : placeholder}
          disabled={off}
          onBlur={input.onBlur}
          onChange={(value) => {
            input.onChange(value);
            onChosen?.();
          }}
        />
      )}
    </Field>
  );
}

interface DateFieldProps extends FieldProps {
  readonly min?: string;
  readonly max?: string;
  /** The stored date, which stays valid regardless of `min` and `max`. */
  readonly storedDate?: string | undefined;
}

/** A date, `2026-03-02` in the form's values, typed and shown as MM/DD/YYYY. */
export function DateField({ min, max, storedDate, ...field }: DateFieldProps) {
  const isDay = (value: unknown) => {
    if (value === 'invalid') return `${field.label} must be a date like 03/31/2026`;
    if (typeof value !== 'string' || value === storedDate) return true;
    return isWithin(value, min, max) || `${field.label} must be ${span(min, max)}`;
  };
  const input = useFieldNamed<string | null>(field.name, { ...requiredRule(field), validate: isDay });
  return (
    <Field {...field}>
      {(control) => (
        <DayInput
          {...control}
          {...(min ? { min } : {})}
          {...(max ? { max } : {})}
          ref={input.ref}
          label={field.label}
          value={input.value}
          onChange={input.onChange}
          onBlur={input.onBlur}
          readOnly={(field.readOnly ?? false) || Boolean(field.disabledReason)}
        />
      )}
    </Field>
  );
}

const isWithin = (value: string, min = value, max = value): boolean => min <= value && value <= max;

function span(min?: string, max?: string): string {
  if (min && min === max) return day(min);
  if (min && max) return `from ${day(min)} to ${day(max)}`;
  return min ? `${day(min)} or later` : `${day(max)} or earlier`;
}

/** Yes or no. */
export function CheckField(field: FieldProps) {
  const { register } = useFormContext();
  return (
    <Field {...field} className={`${styles['field-check']} ${field.className ?? ''}`}>
      {(control) => (
        <input
          type="checkbox"
          {...control}
          {...register(field.name)}
          disabled={(field.readOnly ?? false) || Boolean(field.disabledReason)}
        />
      )}
    </Field>
  );
}
