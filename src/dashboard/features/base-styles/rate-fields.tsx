import { type RateName, rates } from '../../../domain/base-styles/schema.js';
import { NumberField, SelectField } from '../../components/form/fields.js';
import type { HistoryEntry } from '../../components/history-panel.js';
import { percent, unitPrice } from '../../lib/format.js';

interface Rate {
  readonly value: number;
  readonly type: 'percent' | 'piece';
}
type Shown = Readonly<Record<RateName, Rate | null>>;

const types = [
  { value: 'percent', label: 'percent' },
  { value: 'piece', label: 'piece' },
] as const;

/** `12.50%` or `$21.25 each`; empty for none. */
export const rateInWords = (rate: Rate | null | undefined): string =>
  rate ? (rate.type === 'percent' ? percent(rate.value) : `${unitPrice(rate.value)} each`) : '';

const textsOf = (rate: Rate | null | undefined) => ({ value: rate?.value ?? null, type: rate?.type ?? '' });

/** The four rates as a form holds them; a rate that is not set is empty. */
export const rateValues = (shown: Shown | null) => ({
  buildPercent: textsOf(shown?.buildPercent),
  roofPercent: textsOf(shown?.roofPercent),
  trussCost: textsOf(shown?.trussCost),
  paintCost: textsOf(shown?.paintCost),
});
type Values = ReturnType<typeof rateValues>;

/** A form's rates as a call takes them; one without a value is null. */
export function rateBody(values: Values): Record<RateName, Rate | null> {
  const of = ({ value, type }: Values[RateName]) =>
    value === null ? null : { value, type: type === 'piece' ? ('piece' as const) : ('percent' as const) };
  return {
    buildPercent: of(values.buildPercent),
    roofPercent: of(values.roofPercent),
    trussCost: of(values.trussCost),
    paintCost: of(values.paintCost),
  };
}

/** How a change of the four rates reads in the trail. */
export const rateChanges = (from: Shown | null, to: Shown | null): HistoryEntry['changes'] =>
  rates.map(({ name, label }) => ({
    field: label,
    from: from && rateInWords(from[name]),
    to: to && rateInWords(to[name]),
  }));

interface RateFieldsProps {
  readonly readOnly: boolean;
  /** The standard rates that count where a field is empty; without them every field is needed. */
  readonly standard?: Shown;
}

/** The four rates, each a value with its type. */
export const RateFields = ({ readOnly, standard }: RateFieldsProps) =>
  rates.map(({ name, label }) => (
    <div key={name} className="form-group">
      <NumberField
        name={`${name}.value`}
        label={label}
        decimals={2}
        keep={4}
        min={0}
        step={0.01}
        readOnly={readOnly}
        {...(standard
          ? { hint: `Empty counts as ${rateInWords(standard[name])}.` }
          : { required: 'This field is required' })}
      />
      <SelectField
        name={`${name}.type`}
        label={`${label} type`}
        options={types}
        placeholder={standard ? 'standard' : 'Choose a type'}
        readOnly={readOnly}
        {...(standard ? {} : { required: 'This field is required' })}
      />
    </div>
  ));
