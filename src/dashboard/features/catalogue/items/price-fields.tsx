import { NumberField } from '../../../components/ui/form/fields.js';
import { unitPrice } from '../../../lib/format.js';

interface PriceProps {
  readonly name: string;
  readonly label: string;
  readonly required?: string;
  readonly hint?: string;
  readonly readOnly: boolean;
}

/** The price of one unit: cents, or up to four decimals. */
export const PriceField = (props: PriceProps) => (
  <NumberField {...props} decimals={2} keep={4} min={0} step={0.01} prefix="$" />
);

/** Sub-total + freight of the values as typed. */
export const TotalLine = ({ total }: { total: number }) => (
  <p className="field">
    <span>Total</span>
    <output aria-label="Total">{Number.isNaN(total) ? '' : unitPrice(total)}</output>
  </p>
);
