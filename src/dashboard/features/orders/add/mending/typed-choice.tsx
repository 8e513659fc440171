import { type ReactNode, type SyntheticEvent, useId, useMemo, useState } from 'react';
import { Button } from '../../../../components/ui/button.js';
import { NumberInput } from '../../../../components/ui/form/inputs/number-input.js';
import { SuggestedText, toSuggestions } from '../../../../components/ui/form/inputs/suggested-text.js';
import type { OrderChange } from '../../../../lib/queue/waiting-list.js';
import type { Order } from '../../order.js';
import styles from './mending.module.css';

interface SizeProps {
  readonly order: Order;
  readonly onChoose: (change: OrderChange) => void;
}

/** Width and length in feet, saved together. */
export function SizeChoice({ order, onChoose }: SizeProps) {
  const [width, setWidth] = useState<number | null>(order.width);
  const [length, setLength] = useState<number | null>(order.length);
  const feet = { width, length };
  const isSame = width === order.width && length === order.length;
  return (
    <TypedChoice
      button="Change size"
      why={explainInvalidFeet(feet) ?? (isSame ? 'No changes to save.' : null)}
      onSave={() => onChoose({ width: width ?? 0, length: length ?? 0 })}
    >
      <FeetField label="Width" value={width} onChange={setWidth} />
      <FeetField label="Length" value={length} onChange={setLength} />
    </TypedChoice>
  );
}

const explainInvalidFeet = ({ width, length }: { width: number | null; length: number | null }): string | null => {
  const isFeet = (feet: number | null) => feet !== null && feet > 0 && feet < 1000;
  return isFeet(width) && isFeet(length) ? null : 'Enter width and length in feet, for example 12 and 24.';
};

interface FeetProps {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

function FeetField({ label, ...input }: FeetProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <NumberInput {...input} id={id} suffix="ft" />
    </div>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly suggestions: readonly string[];
  readonly onChoose: (text: string) => void;
}

/** A text missing in the order, with known values as suggestions. */
export function TextChoice({ label, value, suggestions, onChoose }: TextProps) {
  const [text, setText] = useState(value);
  const enteredText = text.trim();
  const why =
    enteredText === '' ? `Enter the ${label.toLowerCase()}.` : enteredText === value ? 'No changes to save.' : null;
  return (
    <TypedChoice button={`Save ${label.toLowerCase()}`} why={why} onSave={() => onChoose(enteredText)}>
      <TextField label={label} value={text} onChange={setText} knownValues={suggestions} />
    </TypedChoice>
  );
}

interface TypedProps {
  readonly button: string;
  readonly why: string | null;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** Fields with their own Save button; Enter saves too. */
function TypedChoice({ button, why, onSave, children }: TypedProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (why === null) onSave();
  };
  return (
    <form className={styles['typed-choice']} onSubmit={submit} noValidate>
      {children}
      <Button type="submit" disabledReason={why}>
        {button}
      </Button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly knownValues: readonly string[];
}

function TextField({ label, value, onChange, knownValues }: FieldProps) {
  const id = useId();
  const suggestions = useMemo(() => toSuggestions(knownValues), [knownValues]);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {suggestions.length > 0 ? (
        <SuggestedText id={id} maxLength={100} suggestions={suggestions} value={value} onChange={onChange} />
      ) : (
        <input
          id={id}
          type="text"
          autoComplete="off"
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
