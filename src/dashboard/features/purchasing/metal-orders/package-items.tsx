import { useFieldArray } from 'react-hook-form';
import { Button } from '../../../components/ui/button.js';
import { NumberField, TextField } from '../../../components/ui/form/fields.js';
import { blankItem, getLinkedId, type PackageValues } from './metal-values.js';
import { useValue } from '../../../components/ui/form/use-value.js';

interface ItemsProps {
  /** The package's path in the form values. */
  readonly path: string;
  readonly at: number;
  readonly readOnly: boolean;
  /** Why less of an item is ordered than the shed needs, by item. */
  readonly notes: ReadonlyMap<string, string>;
}

/** The items of a package: names and quantities, which can be added and deleted. */
export function PackageItems({ path, at, readOnly, notes }: ItemsProps) {
  const name = `${path}.items`;
  const { fields, append, remove } = useFieldArray({ name });
  const items = useValue<PackageValues['items']>(name);
  return (
    <fieldset className="lines-field">
      <legend>Items of package {at + 1}</legend>
      {fields.length === 0 && <p className="muted">No items yet.</p>}
      {fields.map((field, n) => (
        <div key={field.id} className="lines-row">
          <TextField
            name={`${name}.${n}.name`}
            label={`Item ${n + 1}`}
            required="Enter the item name"
            maxLength={200}
            readOnly={readOnly}
          />
          <NumberField
            name={`${name}.${n}.quantity`}
            label={`Quantity ${n + 1}`}
            required
            step={0.01}
            min={0}
            max={99_999.9999}
            readOnly={readOnly}
            hint={notes.get(getLinkedId(items[n] ?? blankItem) ?? '')}
          />
          {!readOnly && (
            <Button icon="trash" iconOnly onClick={() => remove(n)}>
              {`Delete item ${n + 1}`}
            </Button>
          )}
        </div>
      ))}
      {!readOnly && (
        <Button icon="plus" onClick={() => append(blankItem)}>
          Add Item
        </Button>
      )}
    </fieldset>
  );
}
