import { LinkButton } from '../../components/link-button.js';
import { money } from '../../lib/format.js';
import { invoiceForm, type Side } from '../invoices/invoice-types.js';
import type { Payment } from './payment-types.js';

type PaidInvoice = Payment['invoices'][number];

/** The figures of an invoice's order that a shop reads; dollars by view. */
interface ShopFigures {
  readonly shedProfitDollars: { readonly shop: number };
  readonly addOnsProfitDollars: { readonly shop: number };
  readonly customAddOnsProfitDollars: { readonly shop: number };
  readonly profitDollars: { readonly shop: number };
}

const profits = {
  shedProfitDollars: 'Shed Profit',
  addOnsProfitDollars: 'Add-Ons Profit',
  customAddOnsProfitDollars: 'Custom Add-Ons Profit',
  profitDollars: 'Total Profit',
} as const satisfies Record<keyof ShopFigures, string>;
const names = Object.keys(profits) as (keyof ShopFigures)[];

const grandTotalOf = ({ order }: PaidInvoice): number =>
  (order as unknown as { grandTotal: { shop: number } }).grandTotal.shop; // a group of its figures

/** The invoices of a payment by number; a shop also sees what it earned. */
export function PaymentInvoices({ side, payment }: { side: Side; payment: Payment }) {
  const withProfits = side === 'shop';
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="Invoices of this payment">
      <table className="figures payment-invoices">
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
              <td>{money(grandTotalOf(invoice))}</td>
              {withProfits && <Profits order={invoice.order as unknown as ShopFigures} />}
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

const Profits = ({ order }: { order: ShopFigures }) =>
  names.map((name) => (
    <td key={name} className={order[name].shop < 0 ? 'loss' : undefined}>
      {money(order[name].shop)}
    </td>
  ));
