import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { UpdatePayment } from '../../../../domain/billing/payments/schema.js';
import { ActionButton, ToggleButton } from '../../../components/ui/button.js';
import { LeftOut } from '../../../components/shared/cost-unknown.js';
import { FigureTable } from '../../../components/ui/table/figure-table.js';
import { DateField, TextAreaField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { RecordCard, RecordLayout } from '../../../components/ui/record-layout.js';
import { useCan } from '../../../lib/server/session.js';
import type { Side } from '../../../lib/use-side.js';
import { toColumns, expenseGroups } from '../../../components/shared/orders/figure-rows.js';
import type { FiguresShown, View } from '../../../components/shared/orders/order-types.js';
import { HaulDialog } from './haul-dialog.js';
import { OutdatedNotice } from './outdated.js';
import { PaymentCounts } from './payment-counts.js';
import { PaymentInvoices } from './payment-invoices.js';
import { PaymentTotals } from './payment-totals.js';
import type { Payment } from '../payment-types.js';
import { PaymentSummary, PaymentTimeline } from './payment-rail.js';
import { usePaymentSave } from './use-payment-save.js';
import styles from './payments.module.css';

interface PaymentFormProps {
  readonly side: Side;
  readonly payment: Payment;
}

/** The office edits number, date, adjustment and memo of a payment; a shop can only read its own. */
export function PaymentForm({ side, payment }: PaymentFormProps) {
  const { form, save, onRefused, follow, dialog } = usePaymentSave(payment);
  const { isAllowed, reason } = useCan('payments.write', { write: true });
  const [hauling, setHauling] = useState(false);
  const isOffice = side === 'company';
  return (
    <FormProvider {...form}>
      {isOffice && !isAllowed && <p className="notice">{reason}</p>}
      <OutdatedNotice payment={payment} onStored={follow} />
      <RecordLayout summary={<PaymentSummary payment={payment} />} rail={<PaymentTimeline payment={payment} />}>
        <Form
          form={form}
          limits={UpdatePayment}
          onSubmit={save}
          onRefused={onRefused}
          label="Payment"
          {...(isOffice ? { save: { permission: 'payments.write' as const, label: 'Update' } } : {})}
        >
          <RecordCard title="Details">
            <div className={styles['payment-facts']}>
              <div className="form-group">
                <PaymentTo name={payment.paymentTo.name} />
                <TextField
                  name="paymentNumber"
                  label="Payment #"
                  required={isAllowed && 'Enter the payment number'}
                  maxLength={50}
                  readOnly={!isAllowed}
                />
                <DateField name="paymentDate" label="Date" required={isAllowed} readOnly={!isAllowed} />
                <TextAreaField name="memo" label="Memo" rows={4} readOnly={!isAllowed} />
              </div>
              <div className={styles['payment-sums']}>
                <PaymentTotals side={side} payment={payment} readOnly={!isAllowed} />
                <PaymentCounts side={side} payment={payment} />
              </div>
            </div>
          </RecordCard>
          <RecordCard title="In this payment">
            <PaymentInvoices side={side} payment={payment} />
          </RecordCard>
          <PaymentDetails side={side} payment={payment} onHaul={() => setHauling(true)} />
        </Form>
      </RecordLayout>
      {dialog}
      {hauling && side === 'company' && (
        <HaulDialog payment={payment} onStored={follow} onClose={() => setHauling(false)} />
      )}
    </FormProvider>
  );
}

/** The shop that receives the payment; it cannot be changed. */
const PaymentTo = ({ name }: { name: string }) => (
  <div className="field">
    <label htmlFor="payment-to">Payment To</label>
    <input id="payment-to" readOnly value={name} />
  </div>
);

const sections = {
  company: { label: 'Company Expenses & GP', views: ['company'] },
  shop: { label: 'Shop Expenses & GP', views: ['shop', 'standard'] },
} as const satisfies Record<Side, { label: string; views: readonly View[] }>;

interface PaymentDetailsProps extends PaymentFormProps {
  readonly onHaul: () => void;
}

function PaymentDetails({ side, payment, onHaul }: PaymentDetailsProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) => {
    const next = new Set(open);
    if (!next.delete(name)) next.add(name);
    setOpen(next);
  };
  const visibleSections =
    side === 'company' ? ([sections.company, sections.shop] as const) : ([sections.shop] as const);
  return (
    <RecordCard title="Expenses and gross profit" className={open.size === 0 ? 'no-print' : ''}>
      <div className="row no-print">
        {visibleSections.map(({ label }) => (
          <ToggleButton key={label} pressed={open.has(label)} onPressed={() => toggle(label)}>
            {label}
          </ToggleButton>
        ))}
        {side === 'company' && (
          <ActionButton permission="payments.haul" onClick={onHaul}>
            Change Haul
          </ActionButton>
        )}
      </div>
      {visibleSections.some(({ label }) => open.has(label)) && <LeftOut orders={payment.leftOut} />}
      <div className={styles['payment-figures']}>
        {visibleSections
          .filter(({ label }) => open.has(label))
          .map(({ label, views }) => (
            <FigureTable key={label} caption={label} columns={toColumns(views)} groups={toGroups(payment, views)} />
          ))}
      </div>
    </RecordCard>
  );
}

/** Costs and profits of a payment, in the same groups and views as for an order. */
const toGroups = ({ figures, leftOutAmount }: Payment, views: readonly View[]) =>
  expenseGroups(figures as FiguresShown, [], views, leftOutAmount); // null if no cost is known; treated as absent
