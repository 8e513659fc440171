import type { Ref } from 'react';
import { Combobox, type ComboboxProps } from '../combobox/combobox.js';

/** The longest list that is shown as a native select. */
const SHORT = 10;

/**
 * A choice of one: a native select for a short list of fixed choices; a combobox for more than ten choices and for
 * records, whose recent choices come first.
 */
export function Select(props: ComboboxProps) {
  const { options, value, onChange, none, recent, onCreate, label, placeholder, empty, ref, ...rest } = props;
  if (options.length > SHORT || recent !== undefined || onCreate) return <Combobox {...props} />;
  const blank = none ?? placeholder;
  return (
    <select
      {...rest}
      ref={ref as Ref<HTMLSelectElement>} // an element in both cases
      aria-label={rest.id ? undefined : label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {blank !== undefined && <option value="">{blank}</option>}
      {options.length === 0 && empty !== undefined && <option disabled>{empty}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.detail ? `${option.label} (${option.detail})` : option.label}
        </option>
      ))}
    </select>
  );
}
