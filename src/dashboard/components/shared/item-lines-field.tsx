import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useItemOptions } from './items/use-item-options.js';
import { Button } from '../ui/button.js';
import { NumberField, SelectField, type SelectOption, TextField } from '../ui/form/fields.js';

/** An item line of a component or an add-on, as form values. */
export interface ItemLine {
  readonly item: string;
  readonly description: string;
  readonly quantity: number | null;
}

interface ItemLinesProps<L extends ItemLine> {
  /** The form field: a list of lines. */
  readonly name: string;
  /** The initial values of a line added with Add. */
  readonly blank: L;
  readonly readOnly: boolean;
  /** Additional fields of a line, at its path in the form values. */
  readonly more?: (path: string, items: readonly SelectOption[]) => ReactNode;
}

/** The items something is made of: choose an item, describe it, enter a quantity; add and delete lines. */
export function ItemLinesField<L extends ItemLine>({ name, blank, readOnly, more }: ItemLinesProps<L>) {
  const { fields, append, remove } = useFieldArray({ name });
  const { options } = useItemOptions();
  return (
    <fieldset className="lines-field">
      <legend>Items</legend>
      {fields.length === 0 && <p className="muted">No items yet.</p>}
      {fields.map((field, at) => (
        <div key={field.id} className="lines-row">
          <LineFields path={`${name}.${at}`} at={at} options={options} readOnly={readOnly} />
          {more?.(`${name}.${at}`, options)}
          {!readOnly && (
            <Button icon="trash" iconOnly onClick={() => remove(at)}>
              {`Delete item ${at + 1}`}
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button icon="plus" onClick={() => append(blank)}>
          Add Item
        </Button>
      )}
    </fieldset>
  );
}

interface LineProps {
  readonly path: string;
  readonly at: number;
  readonly options: readonly SelectOption[];
  readonly readOnly: boolean;
}

/** Item, description and quantity; choosing another item resets the line. */
function LineFields({ path, at, options, readOnly }: LineProps) {
  const { setValue } = useFormContext();
  const startOver = () => {
    setValue(`${path}.description`, '', { shouldDirty: true });
    setValue(`${path}.quantity`, 1, { shouldDirty: true });
  };
  return (
    <>
      <SelectField
        name={`${path}.item`}
        label={`Item ${at + 1}`}
        required="Choose an item"
        placeholder="Choose an item"
        recent="items"
        options={options}
        readOnly={readOnly}
        onChosen={startOver}
      />
      <TextField name={`${path}.description`} label="Description" readOnly={readOnly} />
      <NumberField name={`${path}.quantity`} label="Quantity" required step={0.01} min={0} readOnly={readOnly} />
    </>
  );
}
