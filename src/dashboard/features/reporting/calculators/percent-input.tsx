import { useId, useState } from 'react';
import { NumberInput } from '../../../components/ui/form/inputs/number-input.js';
import { type Calculator, MOST, toNumber, type PercentName } from './use-calculator.js';

interface PercentInputProps {
  readonly calculator: Calculator;
  readonly name: PercentName;
  readonly label: string;
  /** The default while the input is empty; without it an empty input stays empty. */
  readonly otherwise?: number | undefined;
  readonly hint?: string;
  /** Why it is disabled. */
  readonly off?: string | null;
}

/** A percent input of a calculator; typing takes effect immediately. */
export function PercentInput({ calculator, name, label, otherwise, hint, off = null }: PercentInputProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(false);
  const change = (value: number | null) => {
    const isNone = value !== null && !(Math.abs(value) <= MOST);
    setWrong(isNone);
    if (!isNone) calculator.put({ [name]: value === null ? '' : String(value) });
  };
  const note = off ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        value={toNumber(calculator.filters[name]) ?? otherwise ?? null}
        decimals={2}
        keep={4}
        step={0.01}
        suffix="%"
        readOnly={off !== null}
        aria-invalid={isWrong || undefined}
        aria-describedby={[note && `${id}-note`, isWrong && `${id}-error`].filter(Boolean).join(' ') || undefined}
        onChange={change}
      />
      {note && (
        <p id={`${id}-note`} className="muted">
          {note}
        </p>
      )}
      {isWrong && (
        <p id={`${id}-error`} className="error" role="alert">
          {label} must be between -1,000% and 1,000%.
        </p>
      )}
    </div>
  );
}
