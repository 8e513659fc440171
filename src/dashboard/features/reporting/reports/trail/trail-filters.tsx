import { type FormEvent, useId, useState } from 'react';
import { rangeLabels } from '../../../../../domain/reporting/reports/rules.js';
import { sourceLabels, trailSources } from '../../../../../domain/reporting/trail/rules.js';
import { ChoiceFilter } from '../../../../components/shared/list/filters/choice-chip.js';
import { DayRangeFilter } from '../../../../components/shared/list/filters/day-chip.js';
import { FilterChip } from '../../../../components/shared/list/filters/filter-chip.js';
import { Button } from '../../../../components/ui/button.js';
import { NumberInput } from '../../../../components/ui/form/inputs/number-input.js';
import { decimalsProblem } from '../../../../lib/decimals.js';
import { useApi } from '../../../../lib/server/use-api.js';
import { offeredRanges } from '../range-filter.js';
import styles from './trail.module.css';
import type { TrailFilters } from './use-trail.js';

const rangeChoices = offeredRanges.map((range) => ({ _id: range, name: rangeLabels[range] }));
const sourceChoices = trailSources.map((source) => ({ _id: source, name: sourceLabels[source] }));

interface Props {
  readonly filters: TrailFilters;
  readonly onChange: (change: Partial<TrailFilters>) => void;
}

/** The filters of the audit trail as chips; a set filter shows its value. */
export function TrailFilterChips({ filters, onChange }: Props) {
  const choices = useApi('GET /api/trail/choices', {}).data;
  const hasDays = filters.from !== '' || filters.to !== '';
  return (
    <>
      {!hasDays && (
        <ChoiceFilter
          label="Range"
          none={rangeLabels['last-31-days']}
          choices={rangeChoices}
          value={filters.range}
          onChange={(range) => onChange({ range })}
        />
      )}
      <DayRangeFilter label="Days" value={filters} onChange={({ from, to }) => onChange({ from, to, range: '' })} />
      <ChoiceFilter
        label="User"
        choices={choices?.persons}
        value={filters.person}
        onChange={(person) => onChange({ person })}
      />
      <ChoiceFilter
        label="Kind of record"
        choices={choices?.recordKinds}
        value={filters.recordKind}
        onChange={(recordKind) => onChange({ recordKind })}
      />
      <TextFilter
        label="Record"
        hint="Number, name or ID"
        value={filters.record}
        onChange={(record) => onChange({ record })}
      />
      <ChoiceFilter
        label="Action"
        choices={choices?.actions}
        value={filters.action}
        onChange={(action) => onChange({ action })}
      />
      <ChoiceFilter
        label="Field"
        choices={choices?.fields}
        value={filters.field}
        onChange={(field) => onChange({ field })}
      />
      <AmountFilter filters={filters} onChange={onChange} />
      <ChoiceFilter
        label="Source"
        choices={sourceChoices}
        value={filters.source}
        onChange={(source) => onChange({ source })}
      />
      <TextFilter
        label="File, screen or command"
        hint="prices.xlsx"
        value={filters.origin}
        onChange={(origin) => onChange({ origin })}
      />
    </>
  );
}

interface TextProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const TextFilter = ({ label, hint, value, onChange }: TextProps) => (
  <FilterChip
    label={label}
    value={value === '' ? null : value}
    onClear={() => onChange('')}
    panel={(close) => (
      <TextPanel
        {...{ label, hint, value }}
        onChange={(text) => {
          close();
          onChange(text);
        }}
      />
    )}
  />
);

function TextPanel({ label, hint, value, onChange }: TextProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(text.trim());
  };
  return (
    <form className={styles['panel']} onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        placeholder={hint}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button small type="submit">
        Apply
      </Button>
    </form>
  );
}

/** `$700 or more`, `up to $700`, `$1 – $700`; null without a limit. */
function describeAmounts({ amountFrom: from, amountTo: to }: TrailFilters): string | null {
  if (from !== '' && to !== '') return `$${from} – $${to}`;
  if (from !== '') return `$${from} or more`;
  return to === '' ? null : `up to $${to}`;
}

const AmountFilter = ({ filters, onChange }: Props) => (
  <FilterChip
    label="Amount"
    value={describeAmounts(filters)}
    onClear={() => onChange({ amountFrom: '', amountTo: '' })}
    panel={(close) => (
      <AmountPanel
        filters={filters}
        onChange={(change) => {
          close();
          onChange(change);
        }}
      />
    )}
  />
);

/** Amounts have at most twelve digits before the point. */
const MOST = 1e12;
const parseLimit = (text: string): number | null => (text === '' ? null : Number(text));
const formatLimit = (amount: number | null): string => (amount === null ? '' : String(amount));
const isWrong = (amount: number | null): boolean =>
  amount !== null && !(amount >= 0 && amount < MOST && decimalsProblem(amount, 2) === null);

function AmountPanel({ filters, onChange }: Props) {
  const id = useId();
  const [from, setFrom] = useState(parseLimit(filters.amountFrom));
  const [to, setTo] = useState(parseLimit(filters.amountTo));
  const hasError = isWrong(from) || isWrong(to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!hasError) onChange({ amountFrom: formatLimit(from), amountTo: formatLimit(to) });
  };
  const field = (name: string, amount: number | null, set: (amount: number | null) => void) => (
    <>
      <label htmlFor={`${id}-${name}`}>{name}</label>
      <NumberInput
        id={`${id}-${name}`}
        prefix="$"
        value={amount}
        refused={isWrong(amount)}
        aria-describedby={`${id}-hint`}
        onChange={set}
      />
    </>
  );
  return (
    <form className={styles['panel']} onSubmit={submit}>
      {field('From', from, setFrom)}
      {field('To', to, setTo)}
      <p id={`${id}-hint`} className={hasError ? 'error' : 'muted'}>
        {hasError ? 'Enter dollars, for example 1250.00.' : 'The largest amount in a change, in dollars.'}
      </p>
      <Button small type="submit">
        Apply
      </Button>
    </form>
  );
}
