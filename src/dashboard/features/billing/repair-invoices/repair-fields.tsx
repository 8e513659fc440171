import { DateField, TextField } from '../../../components/ui/form/fields.js';
import { day } from '../../../lib/format.js';

interface FieldsProps {
  /** The dates a shop may choose; null for any. */
  readonly window: { readonly from: string; readonly to: string } | null;
  /** The current date, which stays valid after the window has moved on. */
  readonly storedDate?: string;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
}

/** Number, date and payee. */
export function RepairFields({ window, storedDate, readOnly = false, autoFocus = false }: FieldsProps) {
  const days =
    window && (window.from === window.to ? `Today, ${day(window.from)}` : `${day(window.from)} to ${day(window.to)}`);
  return (
    <>
      <TextField
        name="invoiceNumber"
        label="Invoice Number"
        required="Invoice number is required"
        maxLength={60}
        readOnly={readOnly}
        autoFocus={autoFocus}
      />
      <DateField
        name="invoicedDate"
        label="Invoice Date"
        required="Invoice date is required"
        readOnly={readOnly}
        storedDate={storedDate}
        {...(window && !readOnly ? { min: window.from, max: window.to, hint: days } : {})}
      />
      <TextField name="billTo" label="Bill To" required="Bill to is required" maxLength={300} readOnly={readOnly} />
    </>
  );
}
