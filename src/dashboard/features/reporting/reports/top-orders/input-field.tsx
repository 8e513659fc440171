import { useId, useState } from 'react';
import { inputLabels, type InputName, getLimits } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { NumberInput } from '../../../../components/ui/form/inputs/number-input.js';
import { isInput, type TopInputs } from './use-top-inputs.js';

interface InputFieldProps {
  readonly name: InputName;
  readonly inputs: TopInputs;
  readonly defaults: { readonly [N in InputName]?: number };
}

/** A percent input for the figures; typing takes effect immediately, an empty input uses the default. */
export function InputField({ name, inputs: { givenInputs, put }, defaults }: InputFieldProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const label = inputLabels[name];
  const { min, max } = getLimits(name);
  const defaultValue = defaults[name] ?? 0;
  const change = (value: number | null) => {
    const fits = value === null || isInput(name, value);
    setWrong(!fits);
    if (fits) put(name, value === defaultValue ? null : value);
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
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={change}
        onBlur={() => setWrong(false)}
      />
      {isWrong && (
        <p id={`${id}-error`} className="error" role="alert">
          {label} must be between {min}% and {max.toLocaleString('en-US')}%.
        </p>
      )}
    </div>
  );
}
