import { useState } from 'react';
import { Combobox } from '../../../../components/ui/form/combobox/combobox.js';
import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';
import { toAddOnOptions } from '../../add-on-options.js';
import styles from './lines.module.css';

interface FieldProps {
  readonly label: string;
  /** The catalogue; undefined while it is loading. */
  readonly addOns: readonly AddOnChoice[] | undefined;
  /** The add-on of the line, with the name the line has for it. */
  readonly value?: { readonly addOn: string | null; readonly name: string };
  readonly placeholder?: string;
  readonly disabledReason?: string | null;
  readonly onChoose: (addOn: AddOnChoice) => void;
}

/** Chooses an add-on of the catalogue by words of its name or category, or by the sales system's number. */
export function AddOnField({ label, addOns, value, placeholder, disabledReason = null, onChoose }: FieldProps) {
  const [isUsed, setUsed] = useState(false);
  const use = () => setUsed(true);
  const choose = (id: string) => {
    const addOn = addOns?.find(({ _id }) => _id === id);
    if (addOn) onChoose(addOn);
  };
  return (
    <span className={styles['add-on-field']} onFocus={use} onPointerEnter={use}>
      <Combobox
        label={label}
        recent="add-ons"
        placeholder={placeholder}
        title={disabledReason ?? undefined}
        readOnly={disabledReason !== null}
        options={toAddOnOptions(isUsed ? addOns : undefined)}
        empty={addOns ? undefined : 'Loading…'}
        value={value?.addOn ?? ''}
        storedName={value?.name}
        onChange={choose}
      />
    </span>
  );
}
