import { useRef, useState } from 'react';
import { rangeLabels, type ReportRange, rangeNames } from '../../../../domain/reporting/reports/rules.js';
import { formatRange } from '../../../components/shared/list/filters/day-chip.js';
import { FilterChip } from '../../../components/shared/list/filters/filter-chip.js';
import type { ReportFilterState } from './use-report-filter.js';
import { isOneOf } from '../../../../domain/kernel/objects.js';
import styles from './reports.module.css';
import { loadLazily } from '../../../components/ui/load-lazily.js';

const ChoiceList = loadLazily(() =>
  import('../../../components/shared/list/filters/choice-list.js').then((m) => m.ChoiceList),
);
const DayPanel = loadLazily(() =>
  import('../../../components/shared/list/filters/day-panel.js').then((m) => m.DayPanel),
);

/** The ranges on offer; another one only if it is the report's default. */
export const offeredRanges: readonly ReportRange[] = [
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
const DATES = 'dates';

interface RangeFilterProps {
  readonly state: ReportFilterState;
  /** The range of the response, used as initial dates. */
  readonly answerRange?: { readonly from: string; readonly to: string } | undefined;
}

/** A relative date range, or a first and a last date. */
export function RangeFilter(props: RangeFilterProps) {
  const { range, dates } = props.state.values;
  return (
    <FilterChip
      label="Range"
      value={dates ? formatRange({ from: dates[0], to: dates[1] }) : rangeLabels[range]}
      prepare={ChoiceList.prefetch}
      panel={(close) => <RangePanel {...props} onDone={close} />}
    />
  );
}

/** The relative ranges; after the choice of Dates, the days to enter. */
function RangePanel({ state, answerRange, onDone }: RangeFilterProps & { readonly onDone: () => void }) {
  const { values, usual, set } = state;
  const [isOfDates, setOfDates] = useState(false);
  const names = offeredRanges.includes(usual.range) ? offeredRanges : [usual.range, ...offeredRanges];
  const box = useRef<HTMLDivElement>(null);
  const choose = (name: string) => {
    if (isOneOf(rangeNames, name)) {
      onDone();
      return set({ range: name, dates: null });
    }
    box.current?.focus(); // the panel closes without the focus, which the days take when their code is there
    setOfDates(true);
  };
  return (
    <div ref={box} tabIndex={-1} className={styles['range-panel']}>
      {isOfDates ? (
        <Dates {...{ state, answerRange, onDone }} />
      ) : (
        <ChoiceList
          label="Range"
          choices={[...names.map((name) => ({ _id: name, name: rangeLabels[name] })), { _id: DATES, name: 'Dates…' }]}
          chosenValues={new Set([values.dates ? DATES : values.range])}
          onChoose={choose}
        />
      )}
    </div>
  );
}

/** The first and the last day; they apply while both are given in their order. */
function Dates({ state: { values, set }, answerRange, onDone }: RangeFilterProps & { readonly onDone: () => void }) {
  const [draft, setDraft] = useState({
    from: values.dates?.[0] ?? answerRange?.from ?? '',
    to: values.dates?.[1] ?? answerRange?.to ?? '',
  });
  const change = (part: { readonly from?: string; readonly to?: string }) => {
    const { from, to } = { ...draft, ...part };
    setDraft({ from, to });
    if (from !== '' && to !== '' && from <= to) set({ dates: [from, to] });
  };
  return (
    <>
      <DayPanel
        days={[
          { label: 'From', value: draft.from, onChange: (from) => change({ from }) },
          { label: 'To', value: draft.to, onChange: (to) => change({ to }) },
        ]}
        onDone={onDone}
      />
      {draft.from !== '' && draft.to !== '' && draft.from > draft.to && (
        <p className={`error ${styles['range-error']}`} role="alert">
          The first day must not be after the last day.
        </p>
      )}
    </>
  );
}
