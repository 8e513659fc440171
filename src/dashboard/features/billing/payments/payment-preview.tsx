import { Facts } from '../../../components/ui/facts.js';
import { Money } from '../../../components/shared/money.js';
import { count, day } from '../../../lib/format.js';
import type { PaymentRow } from '../payment-types.js';
import { OutdatedTag } from './outdated.js';

/** A payment at a glance. */
export const PaymentPreview = ({ payment }: { payment: PaymentRow }) => (
  <>
    <OutdatedTag payment={payment} />
    <Facts
      facts={[
        ['Payment To', payment.shop.name],
        ['Date', day(payment.paymentDate)],
        ['Invoices', count(payment.invoiceCount)],
        ['Sub-Total', <Money key="sub" value={payment.shopsPaymentSubTotal} />],
        ['Adjustment', <Money key="adjustment" value={payment.shopsPaymentAdjustment} />],
        ['Total', <Money key="total" value={payment.shopsPaymentTotal} />],
        ['Memo', payment.memo],
      ]}
    />
  </>
);
