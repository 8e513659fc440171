import { MOST_RATE_PERCENT, rates } from '../../../../domain/catalogue/base-styles/schema.js';
import type { FieldProps } from '../../ui/form/field.js';
import { NumberField, SelectField } from '../../ui/form/fields.js';
import { rateInWords, type ShownRates } from './rate-values.js';
import { useValue } from '../../ui/form/use-value.js';

const types = [
  { value: 'percent', label: 'percent' },
  { value: 'piece', label: 'piece' },
] as const;

interface RateFieldsProps {
  readonly readOnly: boolean;
  /** The standard rates, used for empty fields; without them every field is required. */
  readonly standard?: ShownRates;
}

/** The four rates, each a value with its type. */
export const RateFields = ({ readOnly, standard }: RateFieldsProps) =>
  rates.map(({ name, label }) => (
    <div key={name} className="form-group">
      <RateValue
        name={name}
        label={label}
        standard={standard?.[name]?.type}
        readOnly={readOnly}
        {...(standard
          ? { hint: `Blank uses the standard ${rateInWords(standard[name])}.` }
          : { required: 'This field is required' })}
      />
      <SelectField
        name={`${name}.type`}
        label={`${label} type`}
        options={types}
        placeholder={standard ? `standard (${standard[name]?.type ?? ''})` : 'Choose a type'}
        readOnly={readOnly}
        {...(standard ? {} : { required: 'This field is required' })}
      />
    </div>
  ));

/**
 * The input for a rate's value: percent if its type (or by default the standard rate's type) is percent, otherwise
 * dollars.
 */
function RateValue({ name, standard, ...field }: FieldProps & { standard: string | undefined }) {
  const type = useValue<string>(`${name}.type`);
  return (
    <NumberField
      {...field}
      name={`${name}.value`}
      decimals={2}
      keep={4}
      min={0}
      step={0.01}
      {...((type || standard) === 'percent' ? { max: MOST_RATE_PERCENT } : {})}
    />
  );
}
