import { useEffect, useId, useRef, useState } from 'react';
import { Button, ToggleButton } from '../../../ui/button.js';
import { DayInput } from '../../../ui/form/inputs/day-input.js';
import styles from './filters.module.css';

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** A choice in place of days, such as `Late`. */
export interface DayAlternative {
  readonly label: string;
  readonly pressed: boolean;
  readonly onPressed: (on: boolean) => void;
}

interface PanelProps {
  readonly days: readonly DayProps[];
  readonly instead?: DayAlternative | undefined;
  readonly onDone: () => void;
}

/** The days to enter in the panel of a chip; takes the focus, because its code loads when the panel opens. */
export function DayPanel({ days, instead, onDone }: PanelProps) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => top.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <div ref={top} className={styles['days']}>
      {instead && (
        <ToggleButton small pressed={instead.pressed} onPressed={instead.onPressed}>
          {instead.label}
        </ToggleButton>
      )}
      {days.map((limit) => (
        <DayLimit key={limit.label} {...limit} />
      ))}
      <Button small onClick={onDone}>
        Done
      </Button>
    </div>
  );
}

function DayLimit({ label, value, onChange }: DayProps) {
  const id = useId();
  const [invalid, setInvalid] = useState(false);
  const change = (next: string | null) => {
    setInvalid(next === 'invalid');
    if (next !== 'invalid') onChange(next ?? '');
  };
  return (
    <div className={styles['day-limit']}>
      <label htmlFor={id}>{label}</label>
      <DayInput
        id={id}
        label={label.toLowerCase()}
        value={invalid ? 'invalid' : value}
        aria-invalid={invalid || undefined}
        onChange={change}
      />
    </div>
  );
}
