import { useId, useState } from 'react';
import type { ProfitInputs } from '../../../../../domain/reporting/reports/profit/rules.js';
import { Button } from '../../../../components/ui/button.js';
import { NumberInput } from '../../../../components/ui/form/inputs/number-input.js';
import { inputFields, inputNames, getMost, type TypedInputs } from './use-profit-inputs.js';
import styles from './profit.module.css';

interface InputsProps {
  /** The shop's values, used for empty inputs. */
  readonly usual: ProfitInputs;
  readonly typedInputs: TypedInputs;
  readonly onChange: (change: Partial<Record<keyof ProfitInputs, number | null>>) => void;
}

/** The rates used to adjust profit; typing takes effect immediately. */
export function ProfitInputsBar({ usual, typedInputs, onChange }: InputsProps) {
  const none = Object.fromEntries(inputNames.map((name) => [name, null]));
  return (
    <fieldset className={styles['profit-inputs']}>
      <legend>Assumptions</legend>
      {inputNames.map((name) => (
        <Input key={name} name={name} value={typedInputs[name] ?? usual[name]} onChange={onChange} />
      ))}
      {Object.keys(typedInputs).length > 0 && (
        <Button icon="refresh" onClick={() => onChange(none)}>
          Reset
        </Button>
      )}
    </fieldset>
  );
}

interface InputProps extends Pick<InputsProps, 'onChange'> {
  readonly name: keyof ProfitInputs;
  readonly value: number;
}

function Input({ name, value, onChange }: InputProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const { label, unit } = inputFields[name];
  const change = (next: number | null) => {
    const isNone = next !== null && !(next >= 0 && next <= getMost(name));
    setWrong(isNone);
    if (!isNone) onChange({ [name]: next });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        value={value}
        decimals={2}
        keep={4}
        step={unit === '$' ? 1 : 0.01}
        min={0}
        {...(unit === '$' ? { prefix: '$' } : { suffix: '%' })}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={change}
      />
      {isWrong && (
        <p id={`${id}-error`} className="error" role="alert">
          Enter at most {getMost(name).toLocaleString('en-US')}.
        </p>
      )}
    </div>
  );
}
