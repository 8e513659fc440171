import { useEffect, useMemo, useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import type { Item } from '../../../components/shared/items/item-columns.js';
import { Button } from '../../../components/ui/button.js';
import type { SelectOption } from '../../../components/ui/form/fields.js';
import { Section } from '../../../components/ui/section.js';
import { unitPrice } from '../../../lib/format.js';
import { unitPricesOf } from '../unit-prices.js';
import { useSession } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useItems } from './use-items.js';
import { MaterialLine } from './material-line.js';
import {
  blankLine,
  type DefaultItem,
  defaultItems,
  type LineValues,
  type MaterialOrder,
  type MaterialValues,
  missingDefaults,
  newFreights,
  withAllDefaults,
  withDefaults,
} from '../material-values.js';
import { useLineArithmetic } from './use-line-arithmetic.js';
import lineTableStyles from '../../../components/ui/form/line-table.module.css';
import { plural } from '../../../../domain/kernel/text/plural.js';
import styles from './material-orders.module.css';

interface LinesProps {
  readonly order: MaterialOrder | null;
  readonly readOnly: boolean;
}

const texts = ['Item', 'Description'];
const figures = ['Quantity', 'New Price', 'New Freight', 'Total'];

/** The ordered lines: items, quantities, prices, and the freight per unit of each. */
export function MaterialLines({ order, readOnly }: LinesProps) {
  const { fields, append, remove, replace } = useFieldArray<MaterialValues, 'items'>({ name: 'items' });
  const [freight, lines] = useWatch<MaterialValues, ['freight', 'items']>({ name: ['freight', 'items'] });
  const choices = useItems();
  const options = useMemo(() => choices.map(toOption), [choices]);
  useLineArithmetic();
  const defaults = usePrefill(order === null, replace);
  const missingItems = missingDefaults(lines, defaults);
  const freights = newFreights(freight, lines);
  const formatFreight = unitPricesOf(freights ?? []);
  return (
    <Section title="Items">
      {!freights && <p className="notice">Freight needs at least one item with a quantity.</p>}
      <div className={styles['material-lines']}>
        <table className={`plain-table ${lineTableStyles['line-table']} ${styles['material-table']}`}>
          <caption className="sr-only">Items</caption>
          <thead>
            <tr>
              {texts.map((header) => (
                <th key={header} scope="col">
                  {header}
                </th>
              ))}
              {figures.map((header) => (
                <th key={header} scope="col" className="cell-right">
                  {header}
                </th>
              ))}
              <th scope="col" className="cell-actions">
                Delete
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field, at) => (
              <MaterialLine
                key={field.id}
                at={at}
                choices={choices}
                options={options}
                newFreight={formatFreight(freights?.[at]) || '–'}
                readOnly={readOnly}
                {...(fields.length > 1 ? { onDelete: () => remove(at) } : {})}
              />
            ))}
          </tbody>
        </table>
        {!readOnly && (
          <span className="row">
            <Button icon="plus" onClick={() => append(blankLine)}>
              Add Item
            </Button>
            {missingItems.length > 0 && (
              <Button icon="plus" onClick={() => replace(withAllDefaults(lines, defaults))}>
                {`Add ${missingItems.length} more default ${plural(missingItems.length, 'item')}`}
              </Button>
            )}
          </span>
        )}
      </div>
    </Section>
  );
}

const toOption = ({ _id, name, category, total }: Item): SelectOption => ({
  ...{ value: _id, label: name, detail: category.name },
  figure: unitPrice(total),
});

/** The lines that were filled in for a new order, and the vendor for which they were. */
interface Filled {
  readonly vendor: string;
  readonly lines: readonly LineValues[];
}

const noDefaults: readonly DefaultItem[] = [];

/**
 * The default items of the vendor chosen for a new order. Adds those required by demand or order points to the form
 * once, in place of those of the vendor chosen before; returns the others, which the user can add.
 */
function usePrefill(isNew: boolean, replace: (lines: LineValues[]) => void): readonly DefaultItem[] {
  const { getValues, clearErrors } = useFormContext<MaterialValues>();
  const { me } = useSession();
  const vendor = useWatch<MaterialValues, 'vendor'>({ name: 'vendor' });
  const { data } = useApi('GET /api/vendor/:id', isNew && vendor ? { id: vendor } : null);
  const shop = me?.shop?._id;
  const demand = useApi('GET /api/stock/:id/demand', isNew && vendor && shop ? { id: shop } : null).data;
  const isKnown = isNew && vendor !== '' && data?._id === vendor && demand !== undefined;
  const defaults = useMemo(
    () => (isKnown ? defaultItems(data.defaultItems, demand.items) : noDefaults),
    [isKnown, data, demand],
  );
  const filled = useRef<Filled>({ vendor: '', lines: [] });
  useEffect(() => {
    const before = filled.current;
    if (vendor === '') filled.current = { ...before, vendor };
    if (!isKnown || before.vendor === vendor) return;
    const lines = getValues('items');
    const filledLines = withDefaults(lines, defaults, before.lines);
    filled.current = { vendor, lines: filledLines.filter((line) => !lines.includes(line)) };
    replace(filledLines);
    clearErrors('items');
  }, [isKnown, vendor, defaults, getValues, clearErrors, replace]);
  return defaults;
}
