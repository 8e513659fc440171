import { CostShare } from '../../../components/shared/cost-unknown.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import { day, money } from '../../../lib/format.js';
import type { Side } from '../../../lib/use-side.js';
import { invoiceForm, orderForm } from '../../../components/shared/record/record-paths.js';
import { repairForm } from '../../../components/shared/record/record-paths.js';
import type { Payment } from '../payment-types.js';
import styles from './payments.module.css';
import { toKeys } from '../../../../domain/kernel/objects.js';

type PaidInvoice = Payment['invoices'][number];

const profits = {
  shedProfitDollars: 'Shed Profit',
  addOnsProfitDollars: 'Add-Ons Profit',
  customAddOnsProfitDollars: 'Custom Add-Ons Profit',
  profitDollars: 'Total Profit',
} as const satisfies Partial<Record<keyof PaidInvoice['order'], string>>;
const names = toKeys(profits);

const computeGrandTotal = ({ order }: PaidInvoice): number => order.grandTotal.shop;

interface PartProps {
  readonly side: Side;
  readonly payment: Payment;
}

/** What a payment covers: order invoices, repair and driver invoices, corrections of earlier payments. */
export const PaymentInvoices = (props: PartProps) => (
  <>
    {props.payment.invoices.length > 0 && <OrderInvoices {...props} />}
    {props.payment.repairInvoices.length > 0 && <RepairInvoices {...props} />}
    {props.payment.corrections.length > 0 && <Corrections {...props} />}
  </>
);

/** The order invoices by number; a shop also sees its profit. */
function OrderInvoices({ side, payment }: PartProps) {
  const withProfits = side === 'shop';
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Invoices of this payment">
      <table className={`figures ${styles['payment-invoices']}`}>
        <caption>Invoices</caption>
        <thead>
          <tr>
            <th scope="col">Invoice Number</th>
            <th scope="col">Grand Total</th>
            {withProfits &&
              names.map((name) => (
                <th key={name} scope="col">
                  {profits[name]}
                </th>
              ))}
            <td className="cell-actions" />
          </tr>
        </thead>
        <tbody>
          {payment.invoices.map((invoice) => (
            <tr key={invoice._id}>
              <th scope="row">{invoice.invoiceNumber}</th>
              <td>{money(computeGrandTotal(invoice))}</td>
              {withProfits && <Profits order={invoice.order} />}
              <td className="cell-actions">
                <LinkButton href={invoiceForm(side, invoice._id)} label={`View Invoice ${invoice.invoiceNumber}`}>
                  View Invoice
                </LinkButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RepairInvoices({ side, payment }: PartProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Repair and driver invoices of this payment">
      <table className={`figures ${styles['payment-invoices']}`}>
        <caption>Repair and driver invoices</caption>
        <thead>
          <tr>
            <th scope="col">Invoice Number</th>
            <th scope="col">Type</th>
            <th scope="col">Date</th>
            <th scope="col">Amount</th>
            <td className="cell-actions" />
          </tr>
        </thead>
        <tbody>
          {payment.repairInvoices.map((invoice) => (
            <tr key={invoice._id}>
              <th scope="row">{invoice.invoiceNumber}</th>
              <td>{invoice.type}</td>
              <td>{day(invoice.invoicedDate)}</td>
              <td>{money(invoice.invoiceTotal)}</td>
              <td className="cell-actions">
                <LinkButton href={repairForm(side, invoice)} label={`View Invoice ${invoice.invoiceNumber}`}>
                  View Invoice
                </LinkButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Corrections({ side, payment }: PartProps) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Corrections in this payment">
      <table className={`figures ${styles['payment-invoices']}`}>
        <caption>Corrections to earlier payments</caption>
        <thead>
          <tr>
            <th scope="col">Invoice Number</th>
            <th scope="col" className={styles['cell-text']}>
              Reason
            </th>
            <th scope="col">Amount</th>
            <td className="cell-actions" />
          </tr>
        </thead>
        <tbody>
          {payment.corrections.map(({ _id, invoice, order, reason, amount }) => (
            <tr key={_id}>
              <th scope="row">{invoice.invoiceNumber}</th>
              <td className={styles['cell-text']}>{reason}</td>
              <td className={amount < 0 ? 'loss' : undefined}>{money(amount)}</td>
              <td className="cell-actions">
                <LinkButton href={orderForm(side, order._id)} label={`View Order ${order.serialNumber}`}>
                  View Order
                </LinkButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Profits = ({ order }: { order: PaidInvoice['order'] }) =>
  names.map((name) => (
    <td key={name} className={order.costUnknown.length === 0 && order[name].shop < 0 ? 'loss' : undefined}>
      <CostShare why={order.costUnknown}>{money(order[name].shop)}</CostShare>
    </td>
  ));
