import { useId } from 'react';
import { Select } from '../../ui/form/select.js';
import styles from '../pickers/shop-filter.module.css';

interface ChoiceFilterProps {
  readonly label: string;
  /** The label for all choices. */
  readonly all: string;
  readonly choices: readonly { readonly _id: string; readonly name: string }[] | undefined;
  /** The selected choice; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  /** The kind of records chosen from, `shops`; without it, the choices are fixed. */
  readonly recent?: string;
  /** What the list says without choices. */
  readonly empty?: string | undefined;
  /** As wide as on the home screen: 400 pixels. */
  readonly wide?: boolean;
}

/** Filters a list by one of several choices. */
export function ChoiceFilter({ label, all, choices = [], wide = false, ...select }: ChoiceFilterProps) {
  const id = useId();
  return (
    <div className={wide ? `${styles['shop-filter']} ${styles['shop-filter-wide']}` : styles['shop-filter']}>
      <label htmlFor={id}>{label}</label>
      <Select
        {...select}
        id={id}
        label={label}
        none={all}
        options={choices.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
    </div>
  );
}
