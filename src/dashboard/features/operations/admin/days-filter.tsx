import { DayFilter } from '../../../components/ui/form/day-filter.js';

interface Days {
  /** `2026-03-02`; empty for no limit. */
  readonly from: string;
  readonly to: string;
}

/** Filters a list by a range of days, both included. */
export function DaysFilter({ from, to, onChange }: Days & { onChange: (days: Days) => void }) {
  return (
    <>
      <DayFilter label="From" what="day from" value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <DayFilter label="To" what="day to" value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
    </>
  );
}
