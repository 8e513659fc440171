import { mostPercent } from '../../../../../domain/pricing/allocation.js';
import { Button } from '../../../../components/ui/button.js';
import { TextField } from '../../../../components/ui/form/fields.js';
import { FigureCell, NumberCell } from './line-cells.js';
import { AddOnField } from './add-on-field.js';
import { getUnit, modeText } from '../../order-words.js';
import type { LineColumn } from './line-columns.js';
import { type ListName, useLive } from '../figures/live-figures.js';
import { useOrder } from '../order-context.js';
import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';
import type { LineValues } from '../saving/order-values.js';
import { useIsMatched } from '../fields/use-is-matched.js';
import styles from './lines.module.css';
import { useValue } from '../../../../components/ui/form/use-value.js';

export interface RowProps {
  readonly list: ListName;
  readonly at: number;
  readonly columns: readonly LineColumn[];
  readonly onDelete: () => void;
  /** Chooses another catalogue add-on, or the one for an unknown line. */
  readonly onChoose: (addOn: AddOnChoice) => void;
}

/** One line of the order: its inputs and the resulting figures. */
export function LineRow({ list, at, columns, onDelete, onChoose }: RowProps) {
  const { locks } = useOrder();
  const live = useLive();
  const line = useValue<LineValues | undefined>(`${list}.${at}`);
  const kind = live.kinds[list][at];
  if (!line) return null;
  const name = line.name || `line ${at + 1}`;
  const isOffice = locks.side === 'office';
  const number = { isEditable: isOffice, readOnly: locks.figures !== null };
  const path = `${list}.${at}`;
  return (
    <tr>
      <NameCell list={list} at={at} line={line} onChoose={onChoose} />
      <NumberCell
        {...number}
        name={`${path}.quantity`}
        label={`Quantity of ${name}`}
        heading="Quantity"
        kind="quantity"
        value={line.quantity}
      />
      {kind?.type === 'percent' ? (
        <NumberCell
          {...number}
          name={`${path}.retailPrice`}
          label={`Retail percent of ${name}`}
          heading="Retail price"
          kind="percent"
          value={line.retailPrice}
        />
      ) : (
        <NumberCell
          {...number}
          name={`${path}.retailPrice`}
          label={`Retail price of ${name}`}
          heading="Retail price"
          kind="price"
          value={line.retailPrice}
        />
      )}
      <NumberCell
        {...number}
        name={`${path}.shopPercent`}
        label={`Shop percent of ${name}`}
        heading="Shop percent"
        kind="percent"
        value={line.shopPercent}
        max={mostPercent(kind?.type ?? 'piece', kind?.mode ?? null)}
      />
      {columns.map((column) => (
        <FigureCell
          key={`${column.key}.${column.view}`}
          list={list}
          at={at}
          column={column}
          line={live[list][at]}
          kind={kind}
          name={name}
        />
      ))}
      {isOffice && (
        <td>
          <Button kind="text" icon="trash" iconOnly small disabledReason={locks.figures} onClick={onDelete}>
            {`Delete ${name}`}
          </Button>
        </td>
      )}
    </tr>
  );
}

type NameProps = Pick<RowProps, 'list' | 'at' | 'onChoose'> & { readonly line: LineValues };

function NameCell({ list, at, line, onChoose }: NameProps) {
  const { locks, lookups } = useOrder();
  const kind = useLive().kinds[list][at];
  const isOffice = locks.side === 'office';
  const notes = kind
    ? [
        kind.included ? 'Included' : null,
        kind.discount ? 'Discount' : null,
        modeText(kind.mode),
        getUnit(kind.type) || null,
      ]
    : [];
  const note = notes.filter(Boolean).join(', ');
  return (
    <th scope="row" className={styles['line-name']}>
      {!isOffice && line.name}
      {isOffice && list === 'addOns' && (
        <AddOnField
          label={`Add-on ${at + 1}`}
          addOns={lookups?.addOns}
          value={line}
          disabledReason={locks.figures}
          onChoose={onChoose}
        />
      )}
      {isOffice && list === 'customAddOns' && (
        <TextField
          name={`${list}.${at}.name`}
          label={`Name of custom add-on ${at + 1}`}
          className={styles['in-cell']}
          required="Name is required"
          maxLength={5000}
          readOnly={locks.figures !== null}
        />
      )}
      {note && <span className="muted block">{note}</span>}
      {kind?.unknown && <UnknownLine line={line} onChoose={onChoose} />}
    </th>
  );
}

/** An uploaded line without a matching catalogue add-on, which can be chosen while the order is New. */
function UnknownLine({ line, onChoose }: Pick<NameProps, 'line' | 'onChoose'>) {
  const { locks, lookups } = useOrder();
  const isMatched = useIsMatched();
  const why = locks.matching ?? (isMatched ? null : 'Set the status to New to choose an add-on.');
  return (
    <span className={styles['line-unknown']}>
      Not in the catalogue
      {locks.side === 'office' && (
        <AddOnField
          label={`Choose the add-on for ${line.name}`}
          placeholder="Choose add-on"
          addOns={lookups?.addOns}
          disabledReason={why}
          onChoose={onChoose}
        />
      )}
    </span>
  );
}
