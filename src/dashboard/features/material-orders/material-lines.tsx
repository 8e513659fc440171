import { useEffect, useRef } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../components/button.js';
import { Section } from '../../components/section.js';
import { useSession } from '../../lib/session.js';
import { useApi } from '../../lib/use-api.js';
import type { ItemChoice } from './item-select.js';
import { MaterialLine } from './material-line.js';
import {
  blankLine,
  type LineValues,
  type MaterialOrder,
  type MaterialValues,
  newFreights,
  withDefaults,
} from './material-values.js';
import { useLineArithmetic } from './use-line-arithmetic.js';
import '../../components/form/line-table.css';

interface LinesProps {
  readonly order: MaterialOrder | null;
  readonly readOnly: boolean;
}

const headers = ['Item', 'Description', 'Quantity', 'New Price', 'New Freight', 'Total'];

/** What is ordered: items, how many of each at which price, and the freight that falls to one unit of each. */
export function MaterialLines({ order, readOnly }: LinesProps) {
  const { fields, append, remove, replace } = useFieldArray<MaterialValues, 'items'>({ name: 'items' });
  const [freight, lines] = useWatch<MaterialValues, ['freight', 'items']>({ name: ['freight', 'items'] });
  const choices = useItems();
  useLineArithmetic();
  usePrefill(order === null, replace);
  const freights = newFreights(freight, lines);
  return (
    <Section title="Items">
      {!freights && <p className="notice">There is nothing to carry the freight: every quantity is 0.</p>}
      <div className="material-lines">
        <table className="plain-table line-table material-table">
          <caption className="sr-only">Items</caption>
          <thead>
            <tr>
              {headers.map((header) => (
                <th key={header} scope="col">
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
                newFreight={freights?.[at] ?? null}
                readOnly={readOnly}
                {...(fields.length > 1 ? { onDelete: () => remove(at) } : {})}
              />
            ))}
          </tbody>
        </table>
        {!readOnly && (
          <Button icon="plus" onClick={() => append(blankLine)}>
            Add Item
          </Button>
        )}
      </div>
    </Section>
  );
}

const none: readonly ItemChoice[] = [];

/** The items at what they cost the shop. */
function useItems(): readonly ItemChoice[] {
  const { me } = useSession();
  const shopId = me?.shop?._id;
  const items = useApi('GET /api/item/shop/all/:shopId', shopId ? { shopId, size: 5000, sort: 'name' } : null);
  return items.data?.items ?? none;
}

/** The default items of the vendor that is chosen for a new order. */
function usePrefill(isNew: boolean, replace: (lines: LineValues[]) => void): void {
  const { getValues, clearErrors } = useFormContext<MaterialValues>();
  const vendor = useWatch<MaterialValues, 'vendor'>({ name: 'vendor' });
  const { data } = useApi('GET /api/vendor/:id', isNew && vendor ? { id: vendor } : null);
  const filled = useRef('');
  useEffect(() => {
    if (vendor === '') filled.current = '';
    if (!isNew || data?._id !== vendor || filled.current === vendor) return;
    filled.current = vendor;
    replace(withDefaults(getValues('items'), data.defaultItems));
    clearErrors('items');
  }, [isNew, vendor, data, getValues, clearErrors, replace]);
}
