import { useId, useState } from 'react';
import { day } from '../../../../lib/format.js';
import { Button, ToggleButton } from '../../../ui/button.js';
import { DayInput } from '../../../ui/form/day-input.js';
import { FilterChip } from './filter-chip.js';
import styles from './filters.module.css';

/** Days as `2026-03-02`; empty for no limit. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** `10/01/2026 – 10/31/2026`, `from 10/01/2026`, `to 10/31/2026`; null without a limit. */
export function formatRange({ from, to }: DayRange): string | null {
  if (from && to) return from === to ? day(from) : `${day(from)} – ${day(to)}`;
  if (from) return `from ${day(from)}`;
  return to ? `to ${day(to)}` : null;
}

interface RangeProps {
  readonly label: string;
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
  /** A choice in place of a range, such as `Late`. */
  readonly instead?: { readonly label: string; readonly pressed: boolean; readonly onPressed: (on: boolean) => void };
}

/** Filters a list by first and last day, either of which can be open. */
export const DayRangeFilter = ({ label, value, onChange, instead }: RangeProps) => (
  <FilterChip
    label={label}
    value={instead?.pressed ? instead.label : formatRange(value)}
    onClear={() => onChange({ from: '', to: '' })}
    panel={(close) => (
      <>
        {instead && (
          <ToggleButton small pressed={instead.pressed} onPressed={instead.onPressed}>
            {instead.label}
          </ToggleButton>
        )}
        <DayLimit label="From" value={value.from} onChange={(from) => onChange({ ...value, from })} />
        <DayLimit label="To" value={value.to} onChange={(to) => onChange({ ...value, to })} />
        <Button small onClick={close}>
          Done
        </Button>
      </>
    )}
  />
);

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/** Filters a list by one day. */
export const DayFilter = ({ label, value, onChange }: DayProps) => (
  <FilterChip
    label={label}
    value={value ? day(value) : null}
    onClear={() => onChange('')}
    panel={(close) => (
      <>
        <DayLimit label={label} value={value} onChange={onChange} />
        <Button small onClick={close}>
          Done
        </Button>
      </>
    )}
  />
);

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
