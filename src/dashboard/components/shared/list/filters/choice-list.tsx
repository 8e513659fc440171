import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useRecent } from '../../../../lib/preferences.js';
import { findTarget, searchChoices } from '../../../ui/form/combobox/choices.js';
import { ChoiceRows } from '../../../ui/form/inputs/choice-rows.js';
import type { ComboboxRow } from '../../../ui/form/combobox/use-combobox.js';

/** One of the choices of a filter. */
export interface NamedChoice {
  readonly _id: string;
  readonly name: string;
  /** What distinguishes choices of the same name. */
  readonly category?: string | undefined;
}

interface ChoiceListProps {
  readonly label: string;
  /** Undefined while they load. */
  readonly choices: readonly NamedChoice[] | undefined;
  readonly chosenValues: ReadonlySet<string>;
  /** More than one can be chosen. */
  readonly several?: boolean;
  /** The kind of list, `shops`: the latest choices of the user in lists of this kind come first. */
  readonly recent?: string | undefined;
  readonly onChoose: (id: string) => void;
}

/**
 * The list of a filter, searched and moved through as that of a combobox. Takes the focus, because its code loads when
 * the chip is used.
 */
export function ChoiceList({ label, choices, chosenValues, several = false, recent: kind, onChoose }: ChoiceListProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  const [recent, remember] = useRecent(kind);
  const [text, setText] = useState('');
  const options = useMemo(() => (choices ?? []).map(toOption), [choices]);
  const matches = useMemo(() => searchChoices(options, text, recent), [options, text, recent]);
  const [activeIndex, setActive] = useState<number | null>(null);
  const first = matches.findIndex(({ value }) => chosenValues.has(value));
  const at = Math.max(0, Math.min(activeIndex ?? first, matches.length - 1));
  const rows = matches.map((choice): ComboboxRow => ({ kind: 'choice', choice }));
  const take = (row: ComboboxRow | undefined) => {
    if (!row) return;
    setActive(rows.indexOf(row));
    if (!several) remember(row.choice.value);
    onChoose(row.choice.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = findTarget(event.key, at, rows.length);
    if (to === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (to === null) take(rows[at]);
    else if (rows.length > 0) setActive(to);
  };
  return (
    <>
      <input
        ref={box}
        type="text"
        role="combobox"
        aria-label={`Find ${label}`}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={rows.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        placeholder="Type to search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div onMouseDown={(event) => event.preventDefault()}>
        <ChoiceRows {...{ id, label, rows, at, recent, chosenValues, several }} onTake={take} />
      </div>
      {rows.length === 0 && <p className="muted">{choices ? 'No results.' : 'Loading…'}</p>}
    </>
  );
}

const toOption = ({ _id, name, category }: NamedChoice) => ({ value: _id, label: name, detail: category });
