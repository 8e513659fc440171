import { CheckField, SelectField, type SelectOption } from '../../../components/ui/form/fields.js';
import { type ItemLine as Line, ItemLinesField } from '../../../components/shared/item-lines-field.js';
import { useValue } from '../../../components/ui/form/use-value.js';

/** An item of an add-on as form values. */
export interface ItemLine extends Line {
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

/** The items of an add-on; an item can replace one of the shed's box. */
export const ItemLines = ({ name, readOnly }: { name: string; readOnly: boolean }) => (
  <ItemLinesField
    name={name}
    blank={blank}
    readOnly={readOnly}
    more={(path, items) => <Replacement path={path} items={items} readOnly={readOnly} />}
  />
);

interface ReplacementProps {
  readonly path: string;
  readonly items: readonly SelectOption[];
  readonly readOnly: boolean;
}

function Replacement({ path, items, readOnly }: ReplacementProps) {
  const replaces = useValue<boolean>(`${path}.replaceItem`);
  return (
    <>
      <CheckField name={`${path}.replaceItem`} label="Replace item" readOnly={readOnly} />
      {replaces && (
        <SelectField
          name={`${path}.replacementItem`}
          label="Replacement item"
          required="Choose a replacement item"
          placeholder="Choose an item"
          recent="items"
          options={items}
          readOnly={readOnly}
        />
      )}
    </>
  );
}
