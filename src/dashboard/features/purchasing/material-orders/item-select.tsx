import { memo, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { SelectField } from '../../../components/ui/form/fields.js';
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
  readonly readOnly: boolean;
}

/** With more items than this, a select renders them all only when the user is about to use it. */
const MANY = 300;

/**
 * The item of a line; choosing another one resets the line to the shop's cost. Memoized: typing in other fields does
 * not render its options again.
 */
export const ItemSelect = memo(function ItemSelect(props: ItemSelectProps) {
  const { at, item, name, received, choices, readOnly } = props;
  const { setValue, getValues } = useFormContext();
  const [isNear, setNear] = useState(false);
  const path = `items.${at}`;
  const shown = isNear || choices.length <= MANY ? choices : choices.filter(({ _id }) => _id === item);
  const known = shown.map((choice) => ({ value: choice._id, label: choice.name }));
  const isKnown = item === '' || known.some(({ value }) => value === item);
  const take = () => {
    const choice = choices.find(({ _id }) => _id === valueAt<string>(getValues, `${path}.item`));
    const values = { name: choice?.name ?? '', newPrice: choice?.total ?? 0, quantity: 0, total: 0 };
    for (const [field, value] of Object.entries(values)) setValue(`${path}.${field}`, value, { shouldDirty: true });
  };
  return (
    <div onFocus={() => setNear(true)} onPointerEnter={() => setNear(true)}>
      <SelectField
        name={`${path}.item`}
        label={`Item ${at + 1}`}
        required="Choose an item"
        placeholder="Choose an item"
        options={isKnown ? known : [{ value: item, label: name }, ...known]}
        readOnly={readOnly}
        className="field-bare"
        disabledReason={received > 0 ? `${quantity(received)} received` : null}
        onChosen={take}
      />
    </div>
  );
});
