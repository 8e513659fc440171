import { memo } from 'react';
import { useFormContext } from 'react-hook-form';
import { SelectField, type SelectOption } from '../../../components/ui/form/fields.js';
import { quantity } from '../../../lib/format.js';
import { valueAt } from '../../../components/ui/form/use-value.js';

/** An item available for a line, at the shop's cost per unit. */
export interface ItemChoice {
  readonly _id: string;
  readonly name: string;
  readonly total: number;
}

interface ItemSelectProps {
  readonly at: number;
  /** The line's current item and its name. */
  readonly item: string;
  readonly name: string;
  /** How much was received: a line with receipts keeps its item. */
  readonly received: number;
  readonly choices: readonly ItemChoice[];
  /** The same items as options, one list for all lines. */
  readonly options: readonly SelectOption[];
  readonly readOnly: boolean;
}

/**
 * The item of a line; choosing another one resets the line to the shop's cost. Memoized: typing in other fields does
 * not render its options again.
 */
export const ItemSelect = memo(function ItemSelect(props: ItemSelectProps) {
  const { at, item, name, received, choices, options, readOnly } = props;
  const { setValue, getValues } = useFormContext();
  const path = `items.${at}`;
  const isKnown = item === '' || choices.some(({ _id }) => _id === item);
  const take = () => {
    const choice = choices.find(({ _id }) => _id === valueAt<string>(getValues, `${path}.item`));
    const values = { name: choice?.name ?? '', newPrice: choice?.total ?? 0, quantity: 0, total: 0 };
    for (const [field, value] of Object.entries(values)) setValue(`${path}.${field}`, value, { shouldDirty: true });
  };
  return (
    <SelectField
      name={`${path}.item`}
      label={`Item ${at + 1}`}
      required="Choose an item"
      placeholder="Choose an item"
      recent="items"
      options={isKnown ? options : [{ value: item, label: name }, ...options]}
      readOnly={readOnly}
      className="field-bare"
      disabledReason={received > 0 ? `${quantity(received)} received` : null}
      onChosen={take}
    />
  );
});
