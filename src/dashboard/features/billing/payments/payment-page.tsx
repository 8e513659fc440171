import { Redirect, useSearch } from 'wouter';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { Page } from '../../../components/ui/page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { onlyRecord, useApi } from '../../../lib/server/use-api.js';
import type { Side } from '../../../lib/use-side.js';
import { formatPayment } from '../../../../domain/billing/payments/rules.js';
import { DeletePayment } from './delete-payment.js';
import { PaymentForm } from './payment-form.js';

export const CompanyPaymentPage = () => <PaymentPage side="company" />;
export const ShopPaymentPage = () => <PaymentPage side="shop" />;

/** A payment with its invoices, totals and figures; without an ID, the list of payments. */
function PaymentPage({ side }: { side: Side }) {
  const id = new URLSearchParams(useSearch()).get('id');
  const query = onlyRecord(useApi('GET /api/payment/:id', id ? { id } : null), id);
  const list = `/${side}/payments`;
  if (!id) return <Redirect to={list} replace />;
  const payment = query.data;
  return (
    <Page
      title={payment ? formatPayment(payment) : 'Payment'}
      back={list}
      end={payment && side === 'company' && <DeletePayment payment={payment} onDone={() => goBack(list)} />}
    >
      <LoadedContent query={query}>
        {(payment) => <PaymentForm key={payment._id} side={side} payment={payment} />}
      </LoadedContent>
    </Page>
  );
}
