import { useId } from 'react';
import type { Choice as Option } from '../../../../components/ui/form/combobox/choices.js';
import { Select } from '../../../../components/ui/form/inputs/select.js';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly options: readonly Option[] | undefined;
  /** The kind of records, `models`; without it, the options are fixed. */
  readonly recent?: string;
  readonly onChange: (value: string) => void;
  readonly disabledReason?: string | null;
}

/** A choice of one, saved immediately. */
export function Choice({ label, options = [], onChange, disabledReason: why = null, ...select }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Select
        {...select}
        id={id}
        label={label}
        options={options}
        disabled={why !== null}
        aria-describedby={why ? `${id}-why` : undefined}
        onChange={(value) => value && onChange(value)}
      />
      {why && (
        <p id={`${id}-why`} className="muted">
          {why}
        </p>
      )}
    </div>
  );
}
