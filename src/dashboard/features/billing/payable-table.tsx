import { useController } from 'react-hook-form';
import { count, day, money } from '../../lib/format.js';
import type { PayableRow } from './payable-rows.js';
import styles from './payable-table.module.css';

/** The rows of a payment with a check box each; the sub-total is that of the selected rows. */
export function PayableTable({ rows, subTotal }: { rows: readonly PayableRow[]; subTotal: number }) {
  const hasTicked = (ids: readonly string[]) => rows.some(({ id }) => ids.includes(id));
  const { field, fieldState } = useController({
    name: 'payables',
    rules: { validate: (ids: readonly string[]) => hasTicked(ids) || 'Select at least one invoice.' },
  });
  const tickedIds = field.value as readonly string[]; // the selected IDs
  const toggle = (id: string) =>
    field.onChange(tickedIds.includes(id) ? tickedIds.filter((one) => one !== id) : [...tickedIds, id]);
  return (
    <div
      ref={field.ref}
      className={`table-scroll ${styles['selected-invoices']}`}
      tabIndex={0}
      role="region"
      aria-label="Selected invoices"
    >
      <table className="plain-table">
        <caption className="sr-only">Selected invoices</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Pay</span>
            </th>
            <th scope="col">Invoice Number</th>
            <th scope="col">Type</th>
            <th scope="col" className="cell-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} isTicked={tickedIds.includes(row.id)} onToggle={() => toggle(row.id)} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Sub-Total of {count(tickedIds.length)}
            </th>
            <td className="cell-right">{money(subTotal)}</td>
          </tr>
        </tfoot>
      </table>
      {fieldState.error && <p className="error">{fieldState.error.message}</p>}
    </div>
  );
}

interface RowProps {
  readonly row: PayableRow;
  readonly isTicked: boolean;
  readonly onToggle: () => void;
}

function Row({ row: { name, type, date, note, amount }, isTicked, onToggle }: RowProps) {
  const what = type === 'Invoice' ? 'invoice' : type === 'Correction' ? 'correction for invoice' : `${type} invoice`;
  return (
    <tr>
      <td>
        <input type="checkbox" aria-label={`Pay ${what} ${name}`} checked={isTicked} onChange={onToggle} />
      </td>
      <th scope="row">
        {name}
        {note && <span className={`muted ${styles['payable-note']}`}>{note}</span>}
      </th>
      <td>
        {type}
        <span className={`muted ${styles['payable-note']}`}>{day(date)}</span>
      </td>
      <td className="cell-right">{money(amount)}</td>
    </tr>
  );
}
