import { PercentInput } from './percent-input.js';
import type { Calculator } from './use-calculator.js';

/** Why a target cannot be entered now; null if it can. */
export const targetOff = ({ inputs }: Calculator): string | null =>
  inputs.by === 'discount' ? 'The discount sets the price.' : null;

/** Alternatives to a target: a discount on today's retail, or today's retail itself. */
export function PriceOptions({ calculator, hundred }: { calculator: Calculator; hundred: string }) {
  const { inputs, put } = calculator;
  const by = (mode: 'discount' | 'today') => (on: boolean) => put({ by: on ? mode : 'target' });
  return (
    <>
      <Check label="Discount option" checked={inputs.by === 'discount'} onChange={by('discount')} />
      <PercentInput
        calculator={calculator}
        name="discount"
        label="Discount"
        otherwise={0}
        off={inputs.by === 'discount' ? null : 'Select Discount option first.'}
      />
      <Check label={hundred} checked={inputs.by === 'today'} onChange={by('today')} />
      {inputs.by === 'today' && <p className="muted">Uses today&apos;s retail prices.</p>}
    </>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

const Check = ({ label, checked, onChange }: CheckProps) => (
  <label className="check">
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} /> {label}
  </label>
);
