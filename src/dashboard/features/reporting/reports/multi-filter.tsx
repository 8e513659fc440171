import { SeveralFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { Button } from '../../../components/ui/button.js';
import styles from '../../../components/shared/list/filters/filters.module.css';

export interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

interface MultiFilterProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly choices: readonly FilterChoice[] | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  /** Why it is disabled. */
  readonly disabledReason?: string | null;
}

/** Filters a report by any of several choices. */
export const MultiFilter = ({ label, choices, value, onChange, disabledReason = null }: MultiFilterProps) =>
  disabledReason === null ? (
    <SeveralFilter
      label={label}
      choices={choices?.map((choice) => ({ _id: choice.value, name: choice.label }))}
      value={value}
      onChange={onChange}
    />
  ) : (
    <span className={styles['chip-off']}>
      <Button small icon="plus" disabledReason={disabledReason}>
        {label}
      </Button>
    </span>
  );
