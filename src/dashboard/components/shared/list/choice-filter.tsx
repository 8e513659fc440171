import styles from '../pickers/shop-filter.module.css';
interface ChoiceFilterProps {
  readonly label: string;
  /** The label for all choices. */
  readonly all: string;
  readonly choices: readonly { readonly _id: string; readonly name: string }[] | undefined;
  /** The selected choice; empty for all. */
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** Filters a list by one of several choices. */
export const ChoiceFilter = ({ label, all, choices, value, onChange }: ChoiceFilterProps) => (
  <label className={styles['shop-filter']}>
    {label}
    <select value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">{all}</option>
      {choices?.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
