import { useContext } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button } from '../../../../components/ui/button.js';
import { Labels } from '../../../../components/ui/form/field.js';
import { RecordCard } from '../../../../components/ui/record-layout.js';
import { WhenNear } from '../../../../components/ui/when-near.js';
import { AddOnField } from './add-on-field.js';
import { LineCosts } from './line-costs.js';
import { listSales } from './line-columns.js';
import { LineRow } from './line-rows.js';
import type { ListName } from '../figures/live-figures.js';
import { useOrder } from '../order-context.js';
import { fieldLabels } from '../saving/order-text.js';
import type { AddOnChoice } from '../../../../components/shared/orders/order-types.js';
import { PHONE, useMedia } from '../../../../lib/use-media.js';
import { newAddOnLine, newCustomLine, type OrderValues, replacedLine } from '../saving/order-values.js';
import styles from './lines.module.css';

/** The add-ons and custom add-ons of the order, recalculated while typing. */
export function LinesSection() {
  const { order, locks, lookups } = useOrder();
  const { control, getValues } = useFormContext<OrderValues>();
  const addOns = useFieldArray({ control, name: 'addOns' });
  const custom = useFieldArray({ control, name: 'customAddOns' });
  const labels = useContext(Labels);
  labels.set('addOns', fieldLabels.addOns).set('customAddOns', fieldLabels.customAddOns);
  const isOffice = locks.side === 'office';
  const percent =
    lookups?.shops.find(({ _id }) => _id === (getValues('shop') || order.shop?._id))?.addOnPercent ?? null;
  const focusNext = () => ({ focusName: `addOns.${addOns.fields.length}.quantity` });
  const add = (addOn: AddOnChoice) => addOns.append(newAddOnLine(addOn, percent), focusNext());
  const exchange = (at: number, addOn: AddOnChoice) => {
    const line = getValues(`addOns.${at}`);
    if (line.addOn !== addOn._id) addOns.update(at, { ...newAddOnLine(addOn, percent), quantity: line.quantity });
  };
  const match = (at: number, addOn: AddOnChoice) => {
    addOns.append(replacedLine(getValues(`customAddOns.${at}`), addOn, percent, order), focusNext());
    custom.remove(at);
  };
  const addCustom = () =>
    custom.append(newCustomLine(percent), { focusName: `customAddOns.${custom.fields.length}.name` });
  return (
    <>
      <RecordCard title={fieldLabels.addOns} className={styles['order-lines-section']}>
        <LineTable list="addOns" keys={addOns.fields} onDelete={addOns.remove} onChoose={exchange} />
        {isOffice && (
          <AddOnField
            label="Add Add-on"
            placeholder="Add an add-on by name or category"
            addOns={lookups?.addOns}
            disabledReason={locks.figures}
            onChoose={add}
          />
        )}
        <Costs list="addOns" keys={addOns.fields} />
      </RecordCard>
      <RecordCard
        title={fieldLabels.customAddOns}
        className={styles['order-lines-section']}
        actions={
          isOffice && (
            <Button small icon="plus" disabledReason={locks.figures} onClick={addCustom}>
              Add Custom Add-on
            </Button>
          )
        }
      >
        <LineTable list="customAddOns" keys={custom.fields} onDelete={custom.remove} onChoose={match} />
        <Costs list="customAddOns" keys={custom.fields} />
      </RecordCard>
    </>
  );
}

interface TableProps {
  readonly list: ListName;
  readonly keys: readonly { readonly id: string }[];
  readonly onDelete: (at: number) => void;
  /** Exchanges the add-on of a line, or matches an unknown one. */
  readonly onChoose: (at: number, addOn: AddOnChoice) => void;
}

/** The costs below the lines; on a phone, where each line is a card, behind a summary. */
function Costs({ list, keys }: Pick<TableProps, 'list' | 'keys'>) {
  const isPhone = useMedia(PHONE);
  if (keys.length === 0) return null;
  const costs = <WhenNear>{() => <LineCosts list={list} keys={keys} />}</WhenNear>;
  if (!isPhone) return costs;
  return (
    <details>
      <summary>Costs and profit</summary>
      {costs}
    </details>
  );
}

function LineTable({ list, keys, onDelete, onChoose }: TableProps) {
  const { locks } = useOrder();
  const columns = listSales(locks.side);
  if (keys.length === 0) return <p className="muted">{list === 'addOns' ? 'No add-ons.' : 'No custom add-ons.'}</p>;
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={fieldLabels[list]}>
      <table className={`${styles['order-lines-table']} ${styles['line-fields']}`}>
        <thead>
          <tr>
            {['Name', 'Quantity', 'Retail price', 'Shop percent', ...columns.map(({ label }) => label)].map(
              (heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ),
            )}
            {locks.side === 'office' && <td />}
          </tr>
        </thead>
        <tbody>
          {keys.map(({ id }, at) => (
            <LineRow
              key={id}
              list={list}
              at={at}
              columns={columns}
              onDelete={() => onDelete(at)}
              onChoose={(addOn) => onChoose(at, addOn)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
