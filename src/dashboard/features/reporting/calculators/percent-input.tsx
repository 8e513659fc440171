import { useId, useState } from 'react';
import { NumberInput } from '../../../components/ui/form/inputs/number-input.js';
import { decimalsProblem } from '../../../lib/decimals.js';
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
  const [problem, setProblem] = useState<string | null>(null);
  const change = (value: number | null) => {
    const found = value === null ? null : findProblem(value);
    setProblem(found);
    if (found === null) calculator.put({ [name]: value === null ? '' : String(value) });
  };
  const note = off ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        value={toNumber(calculator.filters[name]) ?? otherwise ?? null}
        decimals={2}
        keep={KEPT}
        step={0.01}
        suffix="%"
        readOnly={off !== null}
        refused={problem !== null}
        aria-describedby={[note && `${id}-note`, problem && `${id}-error`].filter(Boolean).join(' ') || undefined}
        onChange={change}
      />
      {note && (
        <p id={`${id}-note`} className="muted">
          {note}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} className="error" role="alert">
          {label} {problem}.
        </p>
      )}
    </div>
  );
}

/** The most decimals of a percent. */
const KEPT = 4;

const findProblem = (value: number): string | null =>
  Math.abs(value) <= MOST ? decimalsProblem(value, KEPT) : 'must be between -1,000% and 1,000%';
