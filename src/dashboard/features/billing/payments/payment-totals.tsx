import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { MoneyField } from '../../../components/ui/form/fields.js';
import { Money } from '../../../components/shared/money.js';
import type { Side } from '../../../lib/use-side.js';
import { totalWith } from '../payment-sums.js';
import type { Payment, PaymentValues } from '../payment-types.js';
import styles from './payments.module.css';

interface TotalsProps {
  readonly side: Side;
  readonly payment: Payment;
  readonly readOnly: boolean;
}

/** The totals of a payment; only the adjustment can be changed. A shop sees its own three rows. */
export function PaymentTotals({ side, payment, readOnly }: TotalsProps) {
  const adjustment = useWatch<PaymentValues, 'shopsPaymentAdjustment'>({ name: 'shopsPaymentAdjustment' });
  const { shopsPaymentSubTotal, paymentTotal } = payment;
  return (
    <table className={`figures ${styles['payment-totals']}`}>
      <caption>Totals</caption>
      <tbody>
        <Row label="Sub-Total">
          <Money value={shopsPaymentSubTotal} />
        </Row>
        <Row label="Adjustment">
          {side === 'shop' ? (
            <Money value={payment.shopsPaymentAdjustment} />
          ) : (
            <MoneyField name="shopsPaymentAdjustment" label="Adjustment" className="field-bare" readOnly={readOnly} />
          )}
        </Row>
        <Row label="Total" isTotal>
          <Money value={totalWith(shopsPaymentSubTotal, adjustment)} />
        </Row>
        {side === 'company' && (
          <>
            <Row label="Company Total">
              <Money value={paymentTotal.company} />
            </Row>
            <Row label="Order Total">
              <Money value={paymentTotal.order} />
            </Row>
          </>
        )}
      </tbody>
    </table>
  );
}

const Row = ({ label, isTotal = false, children }: { label: string; isTotal?: boolean; children: ReactNode }) => (
  <tr className={isTotal ? 'figures-total' : undefined}>
    <th scope="row">{label}</th>
    <td>{children}</td>
  </tr>
);
