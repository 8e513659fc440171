import { useId, useState } from 'react';
import { inputLabels, type InputName, getLimits } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { NumberInput } from '../../../../components/ui/form/inputs/number-input.js';
import { decimalsProblem } from '../../../../lib/decimals.js';
import { isInput, type TopInputs } from './use-top-inputs.js';

interface InputFieldProps {
  readonly name: InputName;
  readonly inputs: TopInputs;
  readonly defaults: { readonly [N in InputName]?: number };
}

/** A percent input for the figures; typing takes effect immediately, an empty input uses the default. */
export function InputField({ name, inputs: { givenInputs, put }, defaults }: InputFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const label = inputLabels[name];
  const { min, max } = getLimits(name);
  const defaultValue = defaults[name] ?? 0;
  const findProblem = (value: number): string =>
    (value >= min && value <= max && decimalsProblem(value, 2)) ||
    `must be between ${min}% and ${max.toLocaleString('en-US')}%`;
  const change = (value: number | null) => {
    const found = value === null || isInput(name, value) ? null : findProblem(value);
    setProblem(found);
    if (found === null) put(name, value === defaultValue ? null : value);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        value={givenInputs[name] ?? defaultValue}
        decimals={2}
        step={0.01}
        suffix="%"
        {...{ min, max }}
        refused={problem !== null}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={change}
      />
      {problem && (
        <p id={`${id}-error`} className="error" role="alert">
          {label} {problem}.
        </p>
      )}
    </div>
  );
}
