import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { CheckField, NumberField, SelectField, TextField } from '../../components/form/fields.js';
import { useApi } from '../../lib/use-api.js';

/** An item of an add-on as its form holds it. */
export interface ItemLine {
  readonly item: string;
  readonly description: string;
  readonly quantity: number | null;
  readonly replaceItem: boolean;
  readonly replacementItem: string;
}

interface StoredLine {
  readonly item: { readonly _id: string };
  readonly description: string;
  readonly quantity: number;
  readonly replaceItem: boolean;
  readonly replacementItem: { readonly _id: string } | null;
}

export const itemValues = (lines: readonly StoredLine[] = []): ItemLine[] =>
  lines.map(({ item, replacementItem, ...line }) => ({
    ...line,
    item: item._id,
    replacementItem: replacementItem?._id ?? '',
  }));

export const itemBody = (lines: readonly ItemLine[]) =>
  lines.map(({ quantity, replacementItem, ...line }) => ({
    ...line,
    quantity: quantity ?? 0,
    replacementItem: line.replaceItem && replacementItem ? replacementItem : null,
  }));

const blank: ItemLine = { item: '', description: '', quantity: 1, replaceItem: false, replacementItem: '' };

/** The items an add-on is made of; one may take the place of an item of the box. */
export function ItemLines({ name, readOnly }: { name: string; readOnly: boolean }) {
  const { fields, append, remove } = useFieldArray({ name });
  const items = useApi('GET /api/item/names', {});
  const options = (items.data?.items ?? []).map(({ _id, name: called }) => ({ value: _id, label: called }));
  return (
    <fieldset className="lines-field">
      <legend>Items</legend>
      {fields.length === 0 && <p className="muted">None.</p>}
      {fields.map((field, at) => (
        <Line
          key={field.id}
          path={`${name}.${at}`}
          at={at}
          options={options}
          readOnly={readOnly}
          onDelete={() => remove(at)}
        />
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
  readonly options: { value: string; label: string }[];
  readonly readOnly: boolean;
  readonly onDelete: () => void;
}

function Line({ path, at, options, readOnly, onDelete }: LineProps) {
  const { setValue } = useFormContext();
  const replaces = useWatch({ name: `${path}.replaceItem` }) as boolean;
  const startOver = () => {
    setValue(`${path}.description`, '', { shouldDirty: true });
    setValue(`${path}.quantity`, 1, { shouldDirty: true });
  };
  return (
    <div className="lines-row">
      <SelectField
        name={`${path}.item`}
        label={`Item ${at + 1}`}
        required="Please choose the item!"
        placeholder="Choose an item"
        options={options}
        readOnly={readOnly}
        onChosen={startOver}
      />
      <TextField name={`${path}.description`} label="Description" readOnly={readOnly} />
      <NumberField name={`${path}.quantity`} label="Quantity" required step={0.01} min={0} readOnly={readOnly} />
      <CheckField name={`${path}.replaceItem`} label="Replace item" readOnly={readOnly} />
      {replaces && (
        <SelectField
          name={`${path}.replacementItem`}
          label="Replacement item"
          required="Please choose the replacement item!"
          placeholder="Choose an item"
          options={options}
          readOnly={readOnly}
        />
      )}
      {!readOnly && (
        <Button icon="trash" iconOnly onClick={onDelete}>
          {`Delete item ${at + 1}`}
        </Button>
      )}
    </div>
  );
}
