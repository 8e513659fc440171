import { type ReactNode, useState } from 'react';
import { getAddOnGroup } from '../../../../../domain/pricing/uses/top-orders.js';
import { inputLabels } from '../../../../../domain/reporting/reports/top-orders/rules.js';
import { Dialog } from '../../../../components/ui/overlay/dialog.js';
import { EmptyState } from '../../../../components/ui/empty-state.js';
import { Money } from '../../../../components/shared/money.js';
import { PlainTable } from '../../../../components/ui/table/plain-table.js';
import { quantity } from '../../../../lib/format.js';
import { type AnyRow, formatName } from './top-rows.js';
import styles from '../reports.module.css';

interface AddOnsProps {
  readonly row: AnyRow;
  /** Whether each group of add-ons has its own percent. */
  readonly withGroups: boolean;
  /** The figure. */
  readonly children: ReactNode;
}

/** A figure that opens the add-ons sold with the orders of a row. */
export function AddOnsFigure({ children, ...props }: AddOnsProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles['report-figure']} onClick={() => setOpen(true)}>
        {children}
        <span className="sr-only">: show the add-ons</span>
      </button>
      {open && <AddOnsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddOnsDialog({ row, withGroups, onClose }: Omit<AddOnsProps, 'children'> & { onClose: () => void }) {
  const title = `Add-ons of ${formatName(row)}`;
  const addOns = Object.entries(row.addonShopPercentages);
  return (
    <Dialog title={title} size="large" onClose={onClose}>
      <p className="muted">Add-ons that pay the shop, before price changes.</p>
      {addOns.length === 0 ? (
        <EmptyState text="These orders have no add-ons that pay the shop." />
      ) : (
        <PlainTable
          label={title}
          columns={[
            { header: 'Add-on' },
            ...(withGroups ? [{ header: 'Percent of' }] : []),
            { header: 'Quantity', align: 'right' },
            { header: 'Retail', align: 'right' },
          ]}
          rows={addOns.map(([name, sale]) => ({
            key: name,
            cells: [
              name,
              ...(withGroups ? [inputLabels[getAddOnGroup(name)]] : []),
              quantity(sale.quantity),
              <Money key="retail" value={sale.retailPrice} />,
            ],
          }))}
        />
      )}
    </Dialog>
  );
}
