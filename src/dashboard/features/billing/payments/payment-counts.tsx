import { besideOrders, paymentOrderTypes } from '../../../../domain/billing/payments/rules.js';
import { count, money } from '../../../lib/format.js';
import type { Side } from '../../../lib/use-side.js';
import type { Payment } from '../payment-types.js';
import styles from './payments.module.css';

/** The number of paid orders by type and of other items, with their amounts. */
export function PaymentCounts({ side, payment }: { side: Side; payment: Payment }) {
  const isOffice = side === 'company';
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="By type">
      <table className={`figures ${styles['payment-counts']}`}>
        <caption>By type</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">Count</th>
            {isOffice && <th scope="col">Retail Total</th>}
            <th scope="col">{isOffice ? 'Company Cost' : 'Amount'}</th>
          </tr>
        </thead>
        <tbody>
          {paymentOrderTypes.map((type) => {
            const of = payment.counts[type];
            return (
              <tr key={type}>
                <th scope="row">{type}</th>
                <td>{count(of.count)}</td>
                {isOffice && <td>{money(of.retail)}</td>}
                <td>{money(isOffice ? of.companyCost : of.amount)}</td>
              </tr>
            );
          })}
          {besideOrders
            .filter((type) => payment.counts[type].count > 0)
            .map((type) => {
              const of = payment.counts[type];
              return (
                <tr key={type}>
                  <th scope="row">{type}</th>
                  <td>{count(of.count)}</td>
                  {isOffice && <td>—</td>}
                  <td>{money(of.amount)}</td>
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}
