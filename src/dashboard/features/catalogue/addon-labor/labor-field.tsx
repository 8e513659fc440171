import { NumberField } from '../../../components/ui/form/fields.js';

interface LaborFieldProps {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly readOnly: boolean;
}

/** An amount of labor: dollars per unit with up to four decimals, or a percent of the line. */
export const LaborField = ({ type, ...field }: LaborFieldProps) => (
  <NumberField
    {...field}
    required="Enter the labor amount"
    decimals={2}
    keep={4}
    min={0}
    step={0.01}
    {...(type === 'percent' ? { suffix: '%', max: 1000 } : { prefix: '$' })}
  />
);
