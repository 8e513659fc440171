import { useContext, useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button, ToggleButton } from '../../../../components/ui/button.js';
import { Labels } from '../../../../components/ui/form/field.js';
import { AddOnPicker } from './add-on-picker.js';
import { type CostView, lineColumns } from './line-columns.js';
import { LineRow } from './line-rows.js';
import type { ListName } from '../figures/live-figures.js';
import { useOrder } from '../order-context.js';
import { fieldLabels } from '../order-text.js';
import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';
import { newAddOnLine, newCustomLine, type OrderValues, replacedLine } from '../order-values.js';
import { useShown } from '../use-shown.js';
import styles from './lines.module.css';

const views = ['shop', 'standard'] as const satisfies readonly CostView[];

/** The add-ons and custom add-ons of the order, recalculated while typing. */
export function LinesSection() {
  const { order, lookups } = useOrder();
  const { control, getValues } = useFormContext<OrderValues>();
  const addOns = useFieldArray({ control, name: 'addOns' });
  const custom = useFieldArray({ control, name: 'customAddOns' });
  const [picking, setPicking] = useState<'new' | number | null>(null);
  const labels = useContext(Labels);
  labels.set('addOns', fieldLabels.addOns).set('customAddOns', fieldLabels.customAddOns);
  const percent =
    lookups?.shops.find(({ _id }) => _id === (getValues('shop') || order.shop?._id))?.addOnPercent ?? null;
  const choose = (addOn: AddOnChoice) => {
    const next = { focusName: `addOns.${addOns.fields.length}.quantity` };
    const replaced = typeof picking === 'number' ? getValues(`customAddOns.${picking}`) : null;
    const line = replaced ? replacedLine(replaced, addOn, percent, order) : newAddOnLine(addOn, percent);
    addOns.append(line, next);
    if (typeof picking === 'number') custom.remove(picking);
    setPicking(null);
  };
  const addCustom = () =>
    custom.append(newCustomLine(percent), { focusName: `customAddOns.${custom.fields.length}.name` });
  return (
    <>
      <LineTable list="addOns" keys={addOns.fields} onDelete={addOns.remove} onAdd={() => setPicking('new')} />
      <LineTable
        list="customAddOns"
        keys={custom.fields}
        onDelete={custom.remove}
        onAdd={addCustom}
        onReplace={setPicking}
      />
      {picking !== null && <AddOnPicker addOns={lookups?.addOns} onChoose={choose} onClose={() => setPicking(null)} />}
    </>
  );
}

interface TableProps {
  readonly list: ListName;
  readonly keys: readonly { readonly id: string }[];
  readonly onDelete: (at: number) => void;
  readonly onAdd: () => void;
  readonly onReplace?: (at: number) => void;
}

function LineTable({ list, keys, onDelete, onAdd, onReplace }: TableProps) {
  const { locks } = useOrder();
  const [shown, toggle] = useShown();
  const costViews = views.filter((view) => shown.has(`${view}Costs`));
  const columns = lineColumns(list, locks.side, costViews);
  const typedCosts: CostView[] =
    list === 'addOns' ? [] : views.filter((view) => view === 'shop' || shown.has('standardCosts'));
  const isOffice = locks.side === 'office';
  return (
    <section className={styles['order-lines-section']} aria-labelledby={`order-${list}`}>
      <div className="row">
        <h2 id={`order-${list}`} className="grow">
          {fieldLabels[list]}
        </h2>
        {list === 'addOns' &&
          views.map((view) => (
            <ToggleButton key={view} small pressed={shown.has(`${view}Costs`)} onPressed={() => toggle(`${view}Costs`)}>
              {view === 'shop' ? 'Shop costs' : 'Standard costs'}
            </ToggleButton>
          ))}
        {isOffice && (
          <Button small icon="plus" disabledReason={locks.figures} onClick={onAdd}>
            {list === 'addOns' ? 'Add Add-on' : 'Add Custom Add-on'}
          </Button>
        )}
      </div>
      {keys.length === 0 && <p className="muted">{list === 'addOns' ? 'No add-ons.' : 'No custom add-ons.'}</p>}
      {keys.length > 0 && (
        <div className="table-scroll" tabIndex={0} role="group" aria-labelledby={`order-${list}`}>
          <table className={styles['order-lines-table']}>
            <thead>
              <tr>
                {['Name', 'Quantity', 'Retail price', 'Shop percent'].map((heading) => (
                  <th key={heading} scope="col">
                    {heading}
                  </th>
                ))}
                {typedCosts
                  .flatMap((view) => [`Material, ${view}`, `Labor, ${view}`])
                  .map((heading) => (
                    <th key={heading} scope="col">
                      {heading}
                    </th>
                  ))}
                {columns.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
                {isOffice && <td />}
              </tr>
            </thead>
            <tbody>
              {keys.map(({ id }, at) => (
                <LineRow
                  key={id}
                  list={list}
                  at={at}
                  columns={columns}
                  costViews={typedCosts}
                  onDelete={() => onDelete(at)}
                  {...(onReplace && isOffice ? { onReplace: () => onReplace(at) } : {})}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
