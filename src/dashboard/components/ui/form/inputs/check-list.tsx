import type { SelectOption } from '../fields.js';
import { useFieldNamed } from '../use-value.js';

interface CheckListProps {
  /** The form field: a list of the chosen values. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly SelectOption[];
  readonly readOnly?: boolean;
}

/** Multiple choice with a check box each. */
export function CheckList({ name, label, options, readOnly = false }: CheckListProps) {
  const { value: selection, onChange } = useFieldNamed<readonly string[]>(name);
  const toggle = (value: string) =>
    onChange(selection.includes(value) ? selection.filter((one) => one !== value) : [...selection, value]);
  return (
    <fieldset className="field check-list">
      <legend>{label}</legend>
      {options.length === 0 && <p className="muted">None yet.</p>}
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={selection.includes(option.value)}
            disabled={readOnly}
            onChange={() => toggle(option.value)}
          />{' '}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
