import { mostPercent } from '../../../../../domain/pricing/allocation.js';
import { Button } from '../../../../components/ui/button.js';
import { TextField } from '../../../../components/ui/form/fields.js';
import { FigureCell, NumberCell } from './line-cells.js';
import { type CostView, type LineColumn, modeText, getUnit } from './line-columns.js';
import { type ListName, useLive } from '../figures/live-figures.js';
import { useOrder } from '../order-context.js';
import type { LineValues } from '../order-values.js';
import { useIsMatched } from '../use-is-matched.js';
import styles from './lines.module.css';
import { useValue } from '../../../../components/ui/form/use-value.js';

export interface RowProps {
  readonly list: ListName;
  readonly at: number;
  readonly columns: readonly LineColumn[];
  /** The views for which custom lines have editable costs. */
  readonly costViews: readonly CostView[];
  readonly onDelete: () => void;
  /** Chooses the catalogue add-on for an unknown line; absent if it cannot be chosen. */
  readonly onReplace?: () => void;
}

/** One line of the order: its inputs and the resulting figures. */
export function LineRow({ list, at, columns, costViews, onDelete, onReplace }: RowProps) {
  const { locks } = useOrder();
  const live = useLive();
  const line = useValue<LineValues | undefined>(`${list}.${at}`);
  const kind = live.kinds[list][at];
  if (!line) return null;
  const name = line.name || `line ${at + 1}`;
  const isOffice = locks.side === 'office';
  const number = { typed: isOffice, readOnly: locks.figures !== null };
  const path = `${list}.${at}`;
  return (
    <tr>
      <NameCell list={list} at={at} line={line} onReplace={onReplace} />
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
      {list === 'customAddOns' &&
        costViews.map((view) => <CostCells key={view} path={path} name={name} view={view} line={line} />)}
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

type NameProps = Pick<RowProps, 'list' | 'at'> & {
  readonly line: LineValues;
  readonly onReplace: (() => void) | undefined;
};

function NameCell({ list, at, line, onReplace }: NameProps) {
  const { locks } = useOrder();
  const isMatched = useIsMatched();
  const kind = useLive().kinds[list][at];
  const isTyped = list === 'customAddOns' && locks.side === 'office';
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
      {isTyped ? (
        <TextField
          name={`${list}.${at}.name`}
          label={`Name of custom add-on ${at + 1}`}
          className={styles['in-cell']}
          required="Name is required"
          maxLength={5000}
          readOnly={locks.figures !== null}
        />
      ) : (
        line.name
      )}
      {note && <span className="muted block">{note}</span>}
      {kind?.unknown && (
        <span className={styles['line-unknown']}>
          Not in the catalogue
          {onReplace && (
            <Button
              kind="text"
              small
              disabledReason={locks.matching ?? (isMatched ? null : 'Set the status to New to choose an add-on.')}
              onClick={onReplace}
              aria-label={`Choose the add-on for ${line.name}`}
            >
              Choose add-on
            </Button>
          )}
        </span>
      )}
    </th>
  );
}

type CostCellsProps = {
  readonly path: string;
  readonly name: string;
  readonly view: CostView;
  readonly line: LineValues;
};

/** The costs of a custom line: entered for the shop; the standard cost follows the shop's until it is set. */
function CostCells({ path, name, view, line }: CostCellsProps) {
  const { locks } = useOrder();
  const other = view === 'shop' ? 'standard' : 'shop';
  const typed = view === 'shop' || locks.side === 'office';
  return (['materialCost', 'laborCost'] as const).map((cost) => {
    const word = cost === 'materialCost' ? 'Material' : 'Labor';
    const follows = line[cost][other];
    return (
      <NumberCell
        key={cost}
        kind="cost"
        name={`${path}.${cost}.${view}`}
        label={`${word} cost of ${name}, ${view}`}
        heading={`${word}, ${view}`}
        value={line[cost][view] ?? follows}
        typed={typed}
        readOnly={locks.costs !== null}
        placeholder={(follows ?? 0).toFixed(2)}
      />
    );
  });
}
