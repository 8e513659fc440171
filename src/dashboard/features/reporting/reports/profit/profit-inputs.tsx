import { useId, useState } from 'react';
import type { ProfitInputs } from '../../../../../domain/reporting/reports/profit/rules.js';
import { Button } from '../../../../components/ui/button.js';
import { NumberInput } from '../../../../components/ui/form/inputs/number-input.js';
import { decimalsProblem } from '../../../../lib/decimals.js';
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
  const [resets, setResets] = useState(0);
  const reset = () => {
    onChange(Object.fromEntries(inputNames.map((name) => [name, null])));
    setResets(resets + 1);
  };
  return (
    <fieldset className={styles['profit-inputs']}>
      <legend>Assumptions</legend>
      {inputNames.map((name) => (
        <Input key={`${name} ${resets}`} name={name} value={typedInputs[name] ?? usual[name]} onChange={onChange} />
      ))}
      {Object.keys(typedInputs).length > 0 && (
        <Button icon="refresh" onClick={reset}>
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
  const [problem, setProblem] = useState<string | null>(null);
  const { label, unit } = inputFields[name];
  const change = (next: number | null) => {
    const found = next === null ? null : findProblem(name, next);
    setProblem(found);
    if (found === null) onChange({ [name]: next });
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        value={value}
        decimals={2}
        keep={KEPT}
        step={unit === '$' ? 1 : 0.01}
        min={0}
        {...(unit === '$' ? { prefix: '$' } : { suffix: '%' })}
        refused={problem !== null}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={change}
      />
      {problem && (
        <p id={`${id}-error`} className="error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The most decimals of a rate. */
const KEPT = 4;

function findProblem(name: keyof ProfitInputs, value: number): string | null {
  if (!(value >= 0 && value <= getMost(name))) return `Enter at most ${getMost(name).toLocaleString('en-US')}.`;
  return decimalsProblem(value, KEPT) && `Enter at most ${KEPT} decimals.`;
}
