import { useId, useState } from 'react';
import { DayInput } from './day-input.js';

interface DayFilterProps {
  readonly label: string;
  /** What is chosen from the calendar, `day from`; the label by default. */
  readonly what?: string;
  /** `2026-03-02`; empty for none. */
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (value: string) => void;
}

/** A day outside a form: reports a date, or an empty text; what is not a date stays in the field, marked. */
export function DayFilter({ label, what = label.toLowerCase(), value, min, max, onChange }: DayFilterProps) {
  const id = useId();
  const [invalid, setInvalid] = useState(false);
  const change = (day: string | null) => {
    setInvalid(day === 'invalid');
    if (day !== 'invalid') onChange(day ?? '');
  };
  return (
    <span className="row">
      <label htmlFor={id}>{label}</label>
      <DayInput
        id={id}
        label={what}
        value={invalid ? 'invalid' : value}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        aria-invalid={invalid || undefined}
        onChange={change}
      />
    </span>
  );
}
