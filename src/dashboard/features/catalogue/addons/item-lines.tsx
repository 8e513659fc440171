import { CheckField, SelectField } from '../../../components/ui/form/fields.js';
import { formatMaterial, ItemLinesField } from '../../../components/shared/item-lines-field.js';
import { useItemOptions } from '../../../components/shared/items/use-item-options.js';
import type { ItemLine } from './addon-values.js';
import { useValue } from '../../../components/ui/form/use-value.js';

const blank: ItemLine = { item: '', description: '', quantity: 1, replaceItem: false, replacementItem: '' };

interface ItemLinesProps {
  readonly name: string;
  readonly readOnly: boolean;
  /** The shop whose items these are, for the office. */
  readonly shop?: string | undefined;
}

/** The items of an add-on; an item can replace one of the shed's box. */
export const ItemLines = ({ name, readOnly, shop }: ItemLinesProps) => (
  <ItemLinesField
    name={name}
    blank={blank}
    readOnly={readOnly}
    shop={shop}
    total={formatMaterial}
    inputs={[
      {
        header: 'Replaces',
        body: (path, at) => <Replacement path={path} at={at} readOnly={readOnly} />,
      },
    ]}
  />
);

function Replacement({ path, at, readOnly }: { path: string; at: number; readOnly: boolean }) {
  const { options } = useItemOptions();
  const replaces = useValue<boolean>(`${path}.replaceItem`);
  return (
    <>
      <CheckField name={`${path}.replaceItem`} label="Replace item" readOnly={readOnly} />
      {replaces && (
        <SelectField
          name={`${path}.replacementItem`}
          label={`Replacement item ${at + 1}`}
          required="Choose a replacement item"
          placeholder="Choose an item"
          recent="items"
          options={options}
          readOnly={readOnly}
          className="field-bare"
        />
      )}
    </>
  );
}
