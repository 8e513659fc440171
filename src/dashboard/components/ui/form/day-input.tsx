import { type ComponentProps, type Ref, useRef, useState } from 'react';
import { day, parseDay } from '../../../lib/format.js';
import { Button } from '../button.js';
import styles from './day-input.module.css';

interface DayInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'ref' | 'min' | 'max'> {
  readonly label: string;
  /** `2026-03-02`; null or empty for none, 'invalid' for anything that is not a date. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null) => void;
  readonly min?: string;
  readonly max?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A date typed as MM/DD/YYYY or picked in the browser's calendar. */
export function DayInput({ label, value, onChange, min, max, ref, readOnly = false, onBlur, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const change = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? null : (parseDay(text) ?? 'invalid'));
  };
  return (
    <span className="day">
      <input
        {...rest}
        ref={ref}
        type="text"
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        autoComplete="off"
        readOnly={readOnly}
        value={typed ?? day(value)}
        onChange={(event) => change(event.target.value)}
        onBlur={(event) => {
          if (value !== 'invalid') setTyped(null);
          onBlur?.(event);
        }}
      />
      {!readOnly && (
        <Button kind="text" icon="calendar" iconOnly onClick={() => calendar.current?.showPicker()}>
          {`Choose ${label}`}
        </Button>
      )}
      <input
        ref={calendar}
        type="date"
        className={styles['day-calendar']}
        tabIndex={-1}
        aria-hidden="true"
        min={min}
        max={max}
        value={value && value !== 'invalid' ? value : ''}
        onChange={(event) => {
          setTyped(null);
          onChange(event.target.value || null);
        }}
      />
    </span>
  );
}
