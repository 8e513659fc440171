import { getLeastQuantity } from '../../../../domain/purchasing/material-orders/rules.js';
import { Button } from '../../../components/ui/button.js';
import { MoneyField, NumberField, TextField } from '../../../components/ui/form/fields.js';
import type { SelectOption } from '../../../components/ui/form/fields.js';
import { type ItemChoice, ItemSelect } from './item-select.js';
import type { LineValues } from '../material-values.js';
import styles from './material-orders.module.css';
import { useValue } from '../../../components/ui/form/use-value.js';

interface LineProps {
  readonly at: number;
  readonly choices: readonly ItemChoice[];
  /** The same items as options. */
  readonly options: readonly SelectOption[];
  /** Per unit, with the decimals of the other lines; a dash if no line can carry the freight. */
  readonly newFreight: string;
  readonly readOnly: boolean;
  /** Absent for the only line. */
  readonly onDelete?: () => void;
}

/** A line of a material order: quantity, price and total update each other. */
export function MaterialLine({ at, choices, options, newFreight, readOnly, onDelete }: LineProps) {
  const path = `items.${at}`;
  const line = useValue<LineValues>(path);
  const { item, name, ordered, received } = line;
  const common = { readOnly, className: 'field-bare' } as const;
  return (
    <tr>
      <td data-label="Item">
        <ItemSelect {...{ at, item, name, received, choices, options, readOnly }} />
      </td>
      <td data-label="Description">
        <TextField {...common} name={`${path}.description`} label={`Description ${at + 1}`} maxLength={500} />
      </td>
      <td data-label="Quantity">
        <NumberField
          {...common}
          name={`${path}.quantity`}
          label={`Quantity ${at + 1}`}
          required
          step={0.01}
          min={getLeastQuantity({ quantity: ordered, received })}
        />
      </td>
      <td data-label="New Price">
        <NumberField
          {...common}
          name={`${path}.newPrice`}
          label={`New Price ${at + 1}`}
          required
          {...{ decimals: 2, keep: 4, min: 0, step: 0.01, prefix: '$' }}
        />
      </td>
      <td data-label="New Freight" className="cell-right">
        <output aria-label={`New Freight ${at + 1}`} className={styles['material-output']}>
          {newFreight}
        </output>
      </td>
      <td data-label="Total">
        <MoneyField
          {...common}
          name={`${path}.total`}
          label={`Total ${at + 1}`}
          min={0}
          readOnly={readOnly || !line.quantity}
        />
      </td>
      <td className="cell-actions">
        {!readOnly && onDelete && (
          <Button
            icon="trash"
            iconOnly
            disabledReason={received > 0 ? 'This item has receipts and cannot be deleted.' : null}
            onClick={onDelete}
          >
            {`Delete item ${at + 1}`}
          </Button>
        )}
      </td>
    </tr>
  );
}
