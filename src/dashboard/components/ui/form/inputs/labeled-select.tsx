import { useId } from 'react';
import type { ComboboxProps } from '../combobox/combobox.js';
import { Select } from './select.js';

/** A choice of one outside a form, beside its label. */
export function LabeledSelect(props: Omit<ComboboxProps, 'id'>) {
  const id = useId();
  return (
    <span className="row">
      <label htmlFor={id}>{props.label}</label>
      <Select {...props} id={id} />
    </span>
  );
}
