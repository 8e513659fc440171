import { useWatch } from 'react-hook-form';
import { TimelineCard } from '../../../components/shared/history/timeline-card.js';
import { Money } from '../../../components/shared/money.js';
import { DownloadButton } from '../../../components/ui/download-button.js';
import { Facts } from '../../../components/ui/facts.js';
import { RailSteps, RecordCard } from '../../../components/ui/record-layout.js';
import { download } from '../../../lib/server/api.js';
import { day } from '../../../lib/format.js';
import { formatPayment } from '../../../../domain/billing/payments/rules.js';
import { totalWith } from '../payment-sums.js';
import type { Payment, PaymentValues } from '../payment-types.js';
import { paymentWords } from './payment-words.js';

/** When the shop was paid and how much, with the adjustment as typed; and the PDF for the shop. */
export function PaymentSummary({ payment }: { payment: Payment }) {
  const adjustment = useWatch<PaymentValues, 'shopsPaymentAdjustment'>({ name: 'shopsPaymentAdjustment' });
  const { shopsPaymentSubTotal: subTotal, paymentDate } = payment;
  return (
    <RecordCard title={`Paid ${day(paymentDate)}`}>
      <Facts
        dashes
        facts={[
          ['Sub-Total', <Money key="sub" value={subTotal} />],
          ['Adjustment', <Money key="adjustment" value={adjustment ?? 0} />],
          ['Total', <Money key="total" value={totalWith(subTotal, adjustment)} />],
        ]}
      />
      <RailSteps>
        <DownloadButton area="Payment" onDownload={() => download('GET /api/payment/:id/pdf', { id: payment._id })}>
          Download Payment & Invoices PDF
        </DownloadButton>
      </RailSteps>
    </RecordCard>
  );
}

/** The newest changes of a payment. */
export const PaymentTimeline = ({ payment }: { payment: Payment }) => (
  <TimelineCard of={formatPayment(payment)} id={payment._id} words={paymentWords} />
);
