import { type SyntheticEvent, useDeferredValue, useId, useState } from 'react';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { EmptyState, Skeleton } from '../../../../components/ui/empty-state.js';
import { count, money, percent } from '../../../../lib/format.js';
import { modeText, getUnit } from './line-columns.js';
import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';
import styles from './lines.module.css';

interface PickerProps {
  readonly addOns: readonly AddOnChoice[] | undefined;
  readonly onChoose: (addOn: AddOnChoice) => void;
  readonly onClose: () => void;
}

/** Chooses an add-on of the catalogue by name or category. */
export function AddOnPicker({ addOns, onChoose, onClose }: PickerProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const found = (addOns ?? []).filter((addOn) => matches(addOn, wanted));
  const chooseFirst = (event: SyntheticEvent) => {
    event.preventDefault(); // Enter would submit the surrounding form
    const first = (addOns ?? []).find((addOn) => matches(addOn, typed));
    if (first && typed.trim() !== '') onChoose(first);
  };
  return (
    <Dialog title="Add Add-on" onClose={onClose}>
      <div className="field">
        <label htmlFor={id}>Search</label>
        <input
          id={id}
          type="search"
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && chooseFirst(event)}
        />
      </div>
      <p role="status" className="muted">
        {addOns && `${count(found.length)} of ${count(addOns.length)} add-ons`}
      </p>
      {!addOns && <Skeleton lines={6} />}
      {addOns && found.length === 0 && <EmptyState text="No results. Try another name." />}
      <ul className={styles['add-on-choices']}>
        {found.map((addOn) => (
          <li key={addOn._id}>
            <button type="button" onClick={() => onChoose(addOn)}>
              <span>
                {addOn.name}
                <span className="muted block">
                  {[addOn.category, addOn.discount ? 'Discount' : null, modeText(addOn.mode)]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </span>
              <span className="figure">
                {addOn.type === 'percent' ? percent(addOn.retailPrice) : money(addOn.retailPrice)}{' '}
                <span className="muted">{getUnit(addOn.type)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Whether every typed word occurs in the name, the category or the sales system's number. */
const matches = ({ name, category, ssId }: Pick<AddOnChoice, 'name' | 'category' | 'ssId'>, typed: string): boolean => {
  const text = `${name} ${category} ${ssId ?? ''}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};
