import { day } from '../../../../lib/format.js';
import type { DayAlternative } from './day-panel.js';
import { FilterChip } from './filter-chip.js';
import { loadLazily } from '../../../ui/load-lazily.js';

const DayPanel = loadLazily(() => import('./day-panel.js').then((m) => m.DayPanel));

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
  readonly instead?: DayAlternative;
}

/** Filters a list by first and last day, either of which can be open. */
export const DayRangeFilter = ({ label, value, onChange, instead }: RangeProps) => (
  <FilterChip
    label={label}
    value={instead?.pressed ? instead.label : formatRange(value)}
    onClear={() => onChange({ from: '', to: '' })}
    panel={(close) => (
      <DayPanel
        days={[
          { label: 'From', value: value.from, onChange: (from) => onChange({ ...value, from }) },
          { label: 'To', value: value.to, onChange: (to) => onChange({ ...value, to }) },
        ]}
        instead={instead}
        onDone={close}
      />
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
    panel={(close) => <DayPanel days={[{ label, value, onChange }]} onDone={close} />}
  />
);
