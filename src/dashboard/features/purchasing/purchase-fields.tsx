import { DateField, TextField } from '../../components/ui/form/fields.js';
import { VendorSelect } from './vendor-select.js';

interface PurchaseFieldsProps {
  /** The stored order; null for a new one. */
  readonly order: { readonly vendor: { readonly _id: string; readonly name: string } | null } | null;
  readonly dateLabel: string;
  readonly readOnly: boolean;
}

/** The fields of every purchase order: `vendor`, `purchaseOrderNumber` and `orderedDate`. */
export const PurchaseFields = ({ order, dateLabel, readOnly }: PurchaseFieldsProps) => (
  <>
    <VendorSelect current={order?.vendor ?? null} readOnly={readOnly} />
    <TextField
      name="purchaseOrderNumber"
      label="PO#"
      required="Purchase order number is required"
      maxLength={60}
      readOnly={readOnly}
    />
    <DateField name="orderedDate" label={dateLabel} required readOnly={readOnly} />
  </>
);
