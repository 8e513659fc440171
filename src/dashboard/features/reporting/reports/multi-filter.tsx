import { PanelButton } from '../../../components/ui/panel-button.js';
import styles from './reports.module.css';

export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

interface MultiFilterProps {
  readonly label: string;
  /** The label for no restriction. */
  readonly all: string;
  /** Undefined while loading. */
  readonly choices: readonly FilterChoice[] | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Why it is disabled. */
  readonly disabledReason?: string | null;
}

/** A button that shows the selection and opens a list of check boxes. */
export function MultiFilter(props: MultiFilterProps) {
  const { label, all, choices, value, disabledReason = null } = props;
  return (
    <PanelButton
      className={styles['multi-filter']}
      name={label}
      disabledReason={disabledReason}
      panel={<Boxes {...props} />}
    >
      <span className="muted">{label}:</span> {chosenWords(value, choices, all)}
    </PanelButton>
  );
}

function Boxes({ all, choices, value, onChange }: MultiFilterProps) {
  const toggle = (one: string) =>
    onChange(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
  return (
    <div className={styles['multi-filter-boxes']}>
      <label className="check">
        <input type="checkbox" checked={value.length === 0} onChange={() => onChange([])} /> {all}
      </label>
      {!choices && <p className="muted">Loading…</p>}
      {choices?.map((choice) => (
        <label key={choice.value} className="check">
          <input type="checkbox" checked={value.includes(choice.value)} onChange={() => toggle(choice.value)} />{' '}
          {choice.label}
        </label>
      ))}
    </div>
  );
}

function chosenWords(value: readonly string[], choices: readonly FilterChoice[] | undefined, all: string): string {
  const [first, ...more] = value.map((one) => choices?.find((choice) => choice.value === one)?.label ?? '…');
  if (first === undefined) return all;
  return more.length === 0 ? first : more.length < 3 ? [first, ...more].join(', ') : `${first} +${more.length}`;
}
