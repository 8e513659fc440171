import { useId, useState } from 'react';
import { DayInput } from '../../../components/ui/form/day-input.js';
import styles from './admin.module.css';

interface Days {
  /** `2026-03-02`; empty for no limit. */
  readonly from: string;
  readonly to: string;
}

/** Filters a list by a range of days, both included. */
export function DaysFilter({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
  return (
    <>
      <OneDay label="From" value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <OneDay label="To" value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
    </>
  );
}

interface OneDayProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function OneDay({ label, value, min, max, onChange }: OneDayProps) {
  const id = useId();
  const [invalid, setInvalid] = useState(false);
  const change = (day: string | null) => {
    setInvalid(day === 'invalid');
    if (day !== 'invalid') onChange(day ?? '');
  };
  return (
    <span className={`${styles['one-day']} row`}>
      <label htmlFor={id}>{label}</label>
      <DayInput
        id={id}
        label={`day ${label.toLowerCase()}`}
        value={invalid ? 'invalid' : value}
        {...(min ? { min } : {})}
        {...(max ? { max } : {})}
        aria-invalid={invalid || undefined}
        onChange={change}
      />
    </span>
  );
}
