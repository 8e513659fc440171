import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Link } from 'wouter';
import type { RepairStatus } from '../../../../domain/billing/repair-invoices/status.js';
import { Money } from '../../../components/shared/money.js';
import { paymentForm } from '../../../components/shared/record/record-paths.js';
import { ActionButton } from '../../../components/ui/button.js';
import { DownloadButton } from '../../../components/ui/download-button.js';
import { useValue } from '../../../components/ui/form/use-value.js';
import { Facts } from '../../../components/ui/facts.js';
import { RailSteps, RecordCard } from '../../../components/ui/record-layout.js';
import { day } from '../../../lib/format.js';
import { download } from '../../../lib/server/api.js';
import type { Side } from '../../../lib/use-side.js';
import { MarkPaidDialog } from './mark-paid-dialog.js';
import type { RepairInvoice } from './repair-types.js';
import { type LineValues, lineTotals } from './repair-values.js';
import { useRepairActions } from './use-repair-actions.js';

interface SummaryProps {
  readonly side: Side;
  readonly invoice: RepairInvoice;
}

/** The status of an invoice, its totals as typed, how it was paid, and what to do next. */
export function RepairSummary({ side, invoice }: SummaryProps) {
  const { invoiceTotal, standardInvoiceTotal } = lineTotals(useValue<readonly LineValues[]>('items'));
  return (
    <RecordCard title={invoice.status}>
      <Facts
        dashes
        facts={[
          ['Invoice Total', <Money key="invoice" value={invoiceTotal} />],
          ['Standard Total', <Money key="standard" value={standardInvoiceTotal} />],
          ...listPaidFacts(side, invoice),
        ]}
      />
      <RailSteps>
        {side === 'company' && <OfficeSteps invoice={invoice} />}
        <DownloadButton
          area="RepairInvoice"
          onDownload={() => download('GET /api/repairinvoice/:id/pdf', { id: invoice._id })}
        >
          Download Invoice
        </DownloadButton>
      </RailSteps>
    </RecordCard>
  );
}

type PaidFact = readonly [name: string, value: ReactNode];

/** How an invoice was paid: by a payment, or by the office outside one. */
function listPaidFacts(side: Side, { payment, paid, shop }: RepairInvoice): readonly PaidFact[] {
  const link = payment && (
    <Link key="payment" href={paymentForm(side, payment._id)}>
      {payment.paymentNumber} to {shop.name}
    </Link>
  );
  const outside = paid && [day(paid.date), paid.method, paid.reference].filter(Boolean).join(', ');
  return [...(link ? [['Payment', link] as const] : []), ...(outside ? [['Paid', outside] as const] : [])];
}

const UNSAVED = 'Save or discard your changes first.';

/** Approves a New invoice, and marks it Paid without a payment. */
function OfficeSteps({ invoice }: { invoice: RepairInvoice }) {
  const { isDirty } = useFormContext().formState;
  const { move, isDoing } = useRepairActions();
  const [isPaying, setPaying] = useState(false);
  const { status, invoiceNumber }: { status: RepairStatus; invoiceNumber: string } = invoice;
  const common = { permission: 'repairs.decide', disabledReason: isDirty ? UNSAVED : null } as const;
  if (status === 'Paid') return null;
  return (
    <>
      {status === 'New' && (
        <ActionButton
          {...common}
          kind="primary"
          pending={isDoing(invoice, 'Approved')}
          aria-label={`Approve: invoice ${invoiceNumber}`}
          onClick={() => void move(invoice, 'Approved')}
        >
          Approve
        </ActionButton>
      )}
      <ActionButton {...common} kind={status === 'New' ? 'secondary' : 'primary'} onClick={() => setPaying(true)}>
        Mark Paid
      </ActionButton>
      {isPaying && <MarkPaidDialog invoice={invoice} onClose={() => setPaying(false)} />}
    </>
  );
}
