import { Button } from '../../../ui/button.js';
import type { NamedChoice } from './choice-list.js';
import { FilterChip } from './filter-chip.js';
import { loadLazily } from '../../../ui/load-lazily.js';

const ChoiceList = loadLazily(() => import('./choice-list.js').then((m) => m.ChoiceList));

interface ChoiceFilterProps {
  readonly label: string;
  readonly choices: readonly NamedChoice[] | undefined;
  /** The selected choice; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The label for no choice, if that has a meaning: `Standard values`. */
  readonly none?: string;
  /** One choice is always made. */
  readonly required?: boolean;
  /** The kind of records listed, `shops`: the user's latest choices come first. */
  readonly recent?: string;
}

/** Filters a list by one of several choices. */
export function ChoiceFilter(props: ChoiceFilterProps) {
  const { label, choices, value, onChange, none, required = false, recent } = props;
  const all = none === undefined ? choices : choices && [{ _id: '', name: none }, ...choices];
  const name = all?.find(({ _id }) => _id === value)?.name;
  return (
    <FilterChip
      label={label}
      value={name ?? (value === '' ? null : '…')}
      onClear={value === '' || required ? undefined : () => onChange('')}
      prepare={ChoiceList.prefetch}
      panel={(close) => (
        <ChoiceList
          label={label}
          choices={all}
          chosenValues={new Set([value])}
          recent={recent}
          onChoose={(id) => {
            close();
            onChange(id);
          }}
        />
      )}
    />
  );
}

interface SeveralProps {
  readonly label: string;
  readonly choices: readonly NamedChoice[] | undefined;
  /** The chosen IDs; empty for all. */
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

/** The chosen names: `Cabin`, `Cabin, Cottage`, `Cabin and 2 more`; null if none is chosen. */
export function nameChosen(choices: readonly NamedChoice[] | undefined, ids: readonly string[]): string | null {
  const [first, second, ...more] = ids.map((id) => choices?.find(({ _id }) => _id === id)?.name ?? '…');
  if (first === undefined) return null;
  if (second === undefined) return first;
  return more.length === 0 ? `${first}, ${second}` : `${first} and ${more.length + 1} more`;
}

/** Filters a list by any of several choices. */
export function SeveralFilter({ label, choices, value, onChange }: SeveralProps) {
  const toggle = (id: string) => onChange(value.includes(id) ? value.filter((one) => one !== id) : [...value, id]);
  return (
    <FilterChip
      label={label}
      value={nameChosen(choices, value)}
      onClear={() => onChange([])}
      prepare={ChoiceList.prefetch}
      panel={(close) => (
        <>
          <ChoiceList label={label} choices={choices} chosenValues={new Set(value)} several onChoose={toggle} />
          <Button small onClick={close}>
            Done
          </Button>
        </>
      )}
    />
  );
}
