import { useFieldArray } from 'react-hook-form';
import { Button } from '../button.js';
import { NumberField, SelectField, type SelectOption } from './fields.js';

interface LinesProps {
  /** The form field: a list of lines with `of` and `quantity`. */
  readonly name: string;
  /** What the lines refer to, `Component`; also the column heading. */
  readonly what: string;
  readonly options: readonly SelectOption[];
  /** The kind of records, `components`. */
  readonly recent: string;
  readonly readOnly?: boolean;
}

/** A line of a form: a choice and a quantity. */
export interface LineValues {
  readonly of: string;
  readonly quantity: number | null;
}

/** `Standard Add-on`, as in button labels. */
const titled = (words: string): string => words.replace(/(^| )[a-z]/g, (first) => first.toUpperCase());

/** Lines of choices and quantities: choose one, enter a quantity, add, delete. */
export function LinesField({ name, what, options, recent, readOnly = false }: LinesProps) {
  const { fields, append, remove } = useFieldArray({ name });
  return (
    <fieldset className="lines-field">
      <legend>{what}s</legend>
      {fields.length === 0 && <p className="muted">None yet.</p>}
      {fields.map((field, at) => (
        <div key={field.id} className="lines-row">
          <SelectField
            name={`${name}.${at}.of`}
            label={`${what} ${at + 1}`}
            required={`Choose a ${what.toLowerCase()}`}
            placeholder={`Choose ${/^[aeiou]/i.test(what) ? 'an' : 'a'} ${what.toLowerCase()}`}
            recent={recent}
            options={options}
            readOnly={readOnly}
          />
          <NumberField
            name={`${name}.${at}.quantity`}
            label="Quantity"
            required
            step={0.01}
            min={0}
            readOnly={readOnly}
          />
          {!readOnly && (
            <Button icon="trash" iconOnly onClick={() => remove(at)}>
              {`Delete ${what.toLowerCase()} ${at + 1}`}
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button icon="plus" onClick={() => append({ of: '', quantity: 1 })}>
          {`Add ${titled(what)}`}
        </Button>
      )}
    </fieldset>
  );
}
