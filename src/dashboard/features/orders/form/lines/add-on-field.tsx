import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useFloating } from '../../../../components/ui/overlay/floating.js';
import { count, money, percent } from '../../../../lib/format.js';
import { findAddOns } from './find-add-ons.js';
import { getUnit, modeText } from './line-columns.js';
import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';
import styles from './lines.module.css';
import menuStyles from '../../../../components/ui/overlay/menu.module.css';

interface FieldProps {
  readonly label: string;
  /** The catalogue; undefined while it is loading. */
  readonly addOns: readonly AddOnChoice[] | undefined;
  /** The name of the current add-on; empty if there is none. */
  readonly value?: string;
  readonly placeholder?: string;
  readonly disabledReason?: string | null;
  readonly onChoose: (addOn: AddOnChoice) => void;
}

const MOST = 50;

/** Chooses a catalogue add-on by words of its name or category: arrows move, Enter chooses, Escape closes. */
export function AddOnField({ label, addOns, value = '', placeholder, disabledReason = null, onChoose }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = typed !== null && addOns !== undefined;
  useFloating(isOpen, input, box);
  const found = isOpen ? findAddOns(addOns, typed) : [];
  const shown = found.slice(0, MOST);
  const close = () => setTyped(null);
  const search = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  const choose = (addOn: AddOnChoice | undefined) => {
    if (!addOn) return;
    close();
    onChoose(addOn);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault(); // Enter would submit the form
      choose(shown[active]);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive(Math.max(0, Math.min(active + step, shown.length - 1)));
      else search('');
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      event.stopPropagation(); // Escape would close a dialog too
      close();
    }
  };
  return (
    <>
      <input
        ref={input}
        type="text"
        role="combobox"
        className={styles['add-on-field']}
        autoComplete="off"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && shown.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        title={disabledReason ?? undefined}
        readOnly={disabledReason !== null}
        placeholder={placeholder}
        value={typed ?? value}
        onChange={(event) => search(event.target.value)}
        onClick={() => disabledReason === null && !isOpen && search('')}
        onKeyDown={disabledReason === null ? onKeyDown : undefined}
        onBlur={close}
      />
      {isOpen && (
        <div ref={box} popover="manual" className={`${menuStyles['menu']} ${styles['add-on-choices']}`}>
          <p role="status" className="muted">
            {found.length === 0
              ? 'No results. Try another name.'
              : `${count(shown.length)} of ${count(found.length)} add-ons`}
          </p>
          <ul id={`${id}-list`} role="listbox" aria-label={label}>
            {shown.map((addOn, at) => (
              <Choice
                key={addOn._id}
                id={`${id}-${at}`}
                addOn={addOn}
                isActive={at === active}
                onChoose={() => choose(addOn)}
              />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly addOn: AddOnChoice;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** One add-on with its category and price; the focus stays in the field. */
const Choice = ({ id, addOn, isActive, onChoose }: ChoiceProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
  <li
    id={id}
    ref={(element) => {
      if (isActive) element?.scrollIntoView({ block: 'nearest' });
    }}
    role="option"
    aria-selected={isActive}
    tabIndex={-1}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onChoose}
  >
    <span>
      {addOn.name}
      <span className="muted block">
        {[addOn.category, addOn.discount ? 'Discount' : null, modeText(addOn.mode)].filter(Boolean).join(', ')}
      </span>
    </span>
    <span className="figure">
      {addOn.type === 'percent' ? percent(addOn.retailPrice) : money(addOn.retailPrice)}{' '}
      <span className="muted">{getUnit(addOn.type)}</span>
    </span>
  </li>
);
