import type { ReactNode } from 'react';
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
  const profitColumns = withProfits ? names.map((name) => ({ header: profits[name] })) : [];
  const columns = [{ header: 'Invoice Number' }, { header: 'Grand Total' }, ...profitColumns];
  return (
    <PaidTable label="Invoices of this payment" caption="Invoices" columns={columns}>
      {payment.invoices.map((invoice) => (
        <tr key={invoice._id}>
          <th scope="row">{invoice.invoiceNumber}</th>
          <td>{money(computeGrandTotal(invoice))}</td>
          {withProfits && <Profits order={invoice.order} />}
          <ViewInvoice href={invoiceForm(side, invoice._id)} number={invoice.invoiceNumber} />
        </tr>
      ))}
    </PaidTable>
  );
}

const RepairInvoices = ({ side, payment }: PartProps) => (
  <PaidTable
    label="Repair and driver invoices of this payment"
    caption="Repair and driver invoices"
    columns={[{ header: 'Invoice Number' }, { header: 'Type' }, { header: 'Date' }, { header: 'Amount' }]}
  >
    {payment.repairInvoices.map((invoice) => (
      <tr key={invoice._id}>
        <th scope="row">{invoice.invoiceNumber}</th>
        <td>{invoice.type}</td>
        <td>{day(invoice.invoicedDate)}</td>
        <td>{money(invoice.invoiceTotal)}</td>
        <ViewInvoice href={repairForm(side, invoice)} number={invoice.invoiceNumber} />
      </tr>
    ))}
  </PaidTable>
);

const Corrections = ({ side, payment }: PartProps) => (
  <PaidTable
    label="Corrections in this payment"
    caption="Corrections to earlier payments"
    columns={[{ header: 'Invoice Number' }, { header: 'Reason', isText: true }, { header: 'Amount' }]}
  >
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
  </PaidTable>
);

interface PaidTableProps {
  readonly label: string;
  readonly caption: string;
  readonly columns: readonly { readonly header: string; readonly isText?: true }[];
  /** The rows, each with a link at its end. */
  readonly children: ReactNode;
}

/** A table of what a payment covers. */
const PaidTable = ({ label, caption, columns, children }: PaidTableProps) => (
  <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
    <table className={`figures ${styles['payment-invoices']}`}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header, isText }) => (
            <th key={header} scope="col" className={isText && styles['cell-text']}>
              {header}
            </th>
          ))}
          <td className="cell-actions" />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

const ViewInvoice = ({ href, number }: { href: string; number: string }) => (
  <td className="cell-actions">
    <LinkButton href={href} label={`View Invoice ${number}`}>
      View Invoice
    </LinkButton>
  </td>
);

const Profits = ({ order }: { order: PaidInvoice['order'] }) =>
  names.map((name) => (
    <td key={name} className={order.costUnknown.length === 0 && order[name].shop < 0 ? 'loss' : undefined}>
      <CostShare why={order.costUnknown}>{money(order[name].shop)}</CostShare>
    </td>
  ));
