import { useState } from 'react';
import { Redirect, useSearch } from 'wouter';
import { Button } from '../../components/button.js';
import { Loaded } from '../../components/loaded.js';
import { Page } from '../../components/page.js';
import { useToast } from '../../components/toast.js';
import { download } from '../../lib/api.js';
import { failureOf } from '../../lib/failure.js';
import { goBack } from '../../lib/unsaved.js';
import { useApi } from '../../lib/use-api.js';
import type { Side } from '../invoices/invoice-types.js';
import { DeletePayment } from './delete-payment.js';
import { PaymentForm } from './payment-form.js';
import type { Payment } from './payment-types.js';
import './payments.css';

export const CompanyPaymentPage = () => <PaymentPage side="company" />;
export const ShopPaymentPage = () => <PaymentPage side="shop" />;

/** A payment with its invoices, totals and figures; without an id the list of payments. */
function PaymentPage({ side }: { side: Side }) {
  const id = new URLSearchParams(useSearch()).get('id');
  const query = useApi('GET /api/payment/:id', id ? { id } : null);
  const list = `/${side}/payments`;
  if (!id) return <Redirect to={list} replace />;
  const payment = query.data;
  return (
    <Page
      title="Payment"
      heading={payment ? `Payment ${payment.paymentNumber}` : 'Payment'}
      back={list}
      actions={
        payment && (
          <>
            {side === 'company' && <DeletePayment payment={payment} label="Delete" onDone={() => goBack(list)} />}
            <DownloadPdf payment={payment} />
          </>
        )
      }
    >
      <Loaded query={query}>{(loaded) => <PaymentForm key={loaded._id} side={side} payment={loaded} />}</Loaded>
    </Page>
  );
}

function DownloadPdf({ payment }: { payment: Payment }) {
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      await download('GET /api/payment/:id/pdf', { id: payment._id });
    } catch (error) {
      toast.error(failureOf('Payment', error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button icon="download" pending={pending} onClick={() => void run()}>
      Download Payment & Invoices PDF
    </Button>
  );
}
