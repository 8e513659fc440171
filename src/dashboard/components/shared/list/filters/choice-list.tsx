import { type KeyboardEvent, useId, useState } from 'react';
import { Icon } from '../../../ui/icon.js';
import styles from './filters.module.css';

export interface Choice {
  readonly _id: string;
  readonly name: string;
}

interface ChoiceListProps {
  readonly label: string;
  /** Undefined while they load. */
  readonly choices: readonly Choice[] | undefined;
  readonly chosen: ReadonlySet<string>;
  /** More than one can be chosen. */
  readonly several?: boolean;
  readonly onChoose: (id: string) => void;
}

/** The choices whose name contains the text, in their order. */
export const findChoices = (choices: readonly Choice[], text: string): readonly Choice[] => {
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ name }) => name.toLowerCase().includes(wanted));
};

/** A list that is searched by typing: arrow keys, Home and End move, Enter chooses. */
export function ChoiceList({ label, choices, chosen, several = false, onChoose }: ChoiceListProps) {
  const id = useId();
  const [text, setText] = useState('');
  const found = findChoices(choices ?? [], text);
  const [wanted, setActive] = useState(() =>
    Math.max(
      0,
      found.findIndex(({ _id }) => chosen.has(_id)),
    ),
  );
  const active = Math.min(wanted, found.length - 1);
  const toId = (index: number) => `${id}-${index}`;
  const go = (index: number) => {
    setActive(index);
    document.getElementById(toId(index))?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const to = { ArrowDown: Math.min(active + 1, last), ArrowUp: Math.max(active - 1, 0), Home: 0, End: last }[
      event.key
    ];
    const one = found[active];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (to !== undefined) go(to);
    else if (one) onChoose(one._id);
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label={`Find ${label}`}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? toId(active) : undefined}
        autoComplete="off"
        placeholder="Type to search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable={several || undefined}>
        {found.map(({ _id, name }, index) => (
          <li
            key={_id}
            id={toId(index)}
            role="option"
            aria-selected={chosen.has(_id)}
            className={index === active ? `${styles['choice']} ${styles['choice-active']}` : styles['choice']}
            onPointerDown={(event) => event.preventDefault()} // the box keeps the focus
            onClick={() => {
              setActive(index);
              onChoose(_id);
            }}
          >
            <span className={styles['choice-mark']}>{chosen.has(_id) && <Icon name="check" size={14} />}</span>
            {name}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">{choices ? 'No results.' : 'Loading…'}</p>}
    </>
  );
}
