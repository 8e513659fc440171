import { useLive } from '../figures/live-figures.js';
import type { ListName } from '../figures/live-figures.js';
import { useOrder } from '../order-context.js';
import { fieldLabels } from '../saving/order-text.js';
import type { LineValues } from '../saving/order-values.js';
import { FigureCell, NumberCell } from './line-cells.js';
import { type CostView, costViews, listCosts, viewNames } from './line-columns.js';
import { useValue } from '../../../../components/ui/form/use-value.js';
import styles from './lines.module.css';

interface CostsProps {
  readonly list: ListName;
  readonly keys: readonly { readonly id: string }[];
}

/** The costs and the profit of each line, at the shop's values and at standard values; those of custom add-ons are entered here. */
export const LineCosts = ({ list, keys }: CostsProps) => (
  <div className="table-scroll" tabIndex={0} role="group" aria-label={`Costs of ${fieldLabels[list].toLowerCase()}`}>
    <table className={`${styles['order-lines-table']} ${styles['line-costs']}`}>
      <caption>Costs and profit</caption>
      <thead>
        <tr>
          {['Name', 'View', 'Material', 'Labor', 'Cost', 'Profit', 'Profit %'].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {keys.map(({ id }, at) => (
        <CostRows key={id} list={list} at={at} />
      ))}
    </table>
  </div>
);

function CostRows({ list, at }: { list: ListName; at: number }) {
  const live = useLive();
  const line = useValue<LineValues | undefined>(`${list}.${at}`);
  if (!line) return null;
  const name = line.name || `line ${at + 1}`;
  return (
    <tbody>
      {costViews.map((view, row) => (
        <tr key={view}>
          {row === 0 && (
            <th scope="rowgroup" rowSpan={costViews.length}>
              {name}
            </th>
          )}
          <th scope="row">{viewNames[view]}</th>
          {list === 'customAddOns' && <CostFields path={`${list}.${at}`} name={name} view={view} line={line} />}
          {listCosts(list, view).map((column) => (
            <FigureCell
              key={column.key}
              list={list}
              at={at}
              column={column}
              line={live[list][at]}
              kind={live.kinds[list][at]}
              name={name}
            />
          ))}
        </tr>
      ))}
    </tbody>
  );
}

interface FieldsProps {
  readonly path: string;
  readonly name: string;
  readonly view: CostView;
  readonly line: LineValues;
}

/** The costs of a custom line: entered for the shop; the standard cost follows the shop's until it is set. */
function CostFields({ path, name, view, line }: FieldsProps) {
  const { locks } = useOrder();
  const other = view === 'shop' ? 'standard' : 'shop';
  const isTyped = view === 'shop' || locks.side === 'office';
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
        isEditable={isTyped}
        readOnly={locks.costs !== null}
        placeholder={(follows ?? 0).toFixed(2)}
      />
    );
  });
}
