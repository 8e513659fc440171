import { useState } from 'react';
import { rangeLabels, type ReportRange, rangeNames } from '../../../../domain/reporting/reports/rules.js';
import { LabeledSelect } from '../../../components/ui/form/labeled-select.js';
import { DayInput } from '../../../components/ui/form/day-input.js';
import type { ReportFilterState } from './use-report-filter.js';
import { isOneOf } from '../../../../domain/kernel/objects.js';
import styles from './reports.module.css';

const offeredRanges: readonly ReportRange[] = [
  'today',
  'yesterday',
  'this-week',
  'last-week',
  'this-month',
  'previous-month',
  'this-quarter',
  'previous-quarter',
  'this-year',
  'previous-year',
];
const OWN = 'dates';

interface RangeFilterProps {
  readonly state: ReportFilterState;
  /** The range of the response, used as initial dates. */
  readonly known?: { readonly from: string; readonly to: string } | undefined;
}

/** A relative date range, or a first and a last date. */
export function RangeFilter({ state, known }: RangeFilterProps) {
  const { values, usual, set } = state;
  const [draft, setTyped] = useState<{ from: string | null; to: string | null } | null>(null);
  const names = offeredRanges.includes(usual.range) ? offeredRanges : [usual.range, ...offeredRanges];
  const shownRange = draft ?? (values.dates ? { from: values.dates[0], to: values.dates[1] } : null);
  const choose = (name: string) => {
    setTyped(name === OWN ? { from: known?.from ?? null, to: known?.to ?? null } : null);
    if (isOneOf(rangeNames, name)) set({ range: name, dates: null });
    else if (known) set({ dates: [known.from, known.to] });
  };
  const type = (change: { from?: string | null; to?: string | null }) => {
    const next = { from: null, to: null, ...shownRange, ...change };
    setTyped(next);
    if (isDay(next.from) && isDay(next.to) && next.from <= next.to) set({ dates: [next.from, next.to] });
  };
  const isBackwards =
    shownRange !== null && isDay(shownRange.from) && isDay(shownRange.to) && shownRange.from > shownRange.to;
  return (
    <>
      <LabeledSelect
        label="Range"
        className={styles['range'] ?? ''}
        options={[...names.map((name) => ({ value: name, label: rangeLabels[name] })), { value: OWN, label: 'Dates…' }]}
        value={shownRange ? OWN : values.range}
        onChange={choose}
      />
      {shownRange && (
        <span className="row">
          <DayInput
            label="first day"
            aria-label="First day"
            value={shownRange.from}
            aria-invalid={shownRange.from === 'invalid' || isBackwards || undefined}
            onChange={(from) => type({ from })}
          />
          –
          <DayInput
            label="last day"
            aria-label="Last day"
            value={shownRange.to}
            aria-invalid={shownRange.to === 'invalid' || isBackwards || undefined}
            onChange={(to) => type({ to })}
          />
          {isBackwards && <span className="error">The first day must not be after the last day.</span>}
        </span>
      )}
    </>
  );
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);
