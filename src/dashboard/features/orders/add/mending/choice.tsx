import { type ReactNode, useId } from 'react';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly onChange: (value: string) => void;
  readonly disabledReason?: string | null;
  readonly children: ReactNode;
}

/** A choice of one, saved immediately. */
export function Choice({ label, value, placeholder, onChange, disabledReason: why = null, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={why !== null}
        aria-describedby={why ? `${id}-why` : undefined}
        onChange={(event) => event.target.value && onChange(event.target.value)}
      >
        <option value="">{placeholder}</option>
        {children}
      </select>
      {why && (
        <p id={`${id}-why`} className="muted">
          {why}
        </p>
      )}
    </div>
  );
}

/** Options grouped by category. */
export function Grouped({
  items,
}: {
  items: readonly { readonly _id: string; readonly name: string; readonly category: string }[];
}) {
  const categories = [...new Set(items.map(({ category }) => category))];
  return categories.map((category) => (
    <optgroup key={category} label={category}>
      {items
        .filter((item) => item.category === category)
        .map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
    </optgroup>
  ));
}
