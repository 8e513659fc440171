import { Link } from 'wouter';
import { Facts } from '../../../components/ui/facts.js';
import { Money } from '../../../components/shared/money.js';
import { RecordMessages } from '../../../components/shared/messages/record-messages.js';
import { getForm } from '../../../components/shared/orders/order-status.js';
import { paymentForm } from '../../../components/shared/record/record-paths.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { day } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { Side } from '../../../lib/use-side.js';
import type { InvoiceRow } from '../invoice-types.js';

/** An invoice at a glance: what it bills, what the shop gets, its messages. */
export function InvoicePreview({ row, side }: { row: InvoiceRow; side: Side }) {
  const query = useApi('GET /api/invoice/findbyid/:id', { id: row._id });
  return (
    <>
      <p className="row">
        <StatusTag of="invoice" status={row.status} />
      </p>
      <Facts
        facts={[
          ['Shop', row.shop.name],
          ['Invoice Date', day(row.invoicedDate)],
          [
            'Order',
            <Link key="order" href={getForm(side, row.order._id)}>
              {row.order.serialNumber}
            </Link>,
          ],
          ['Shop total', <Money key="shop" value={row.order.grandTotal.shop} />],
        ]}
      />
      <LoadedContent query={query} lines={4}>
        {(invoice) =>
          invoice._id === row._id && (
            <>
              {invoice.payment && (
                <Facts
                  facts={[
                    [
                      'Payment',
                      <Link key="payment" href={paymentForm(side, invoice.payment._id)}>
                        {invoice.payment.paymentNumber} to {row.shop.name}
                      </Link>,
                    ],
                  ]}
                />
              )}
              {invoice.messages.length > 0 && (
                <section>
                  <h3>Messages</h3>
                  <RecordMessages messages={invoice.messages} />
                </section>
              )}
            </>
          )
        }
      </LoadedContent>
    </>
  );
}
