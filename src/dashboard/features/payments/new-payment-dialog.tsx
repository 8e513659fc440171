import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { sum, toCents, toDollars } from '../../../domain/cents.js';
import { ActionButton, Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { DateField, MoneyField, TextAreaField, TextField } from '../../components/form/fields.js';
import { Form } from '../../components/form/form.js';
import { useEditForm } from '../../components/form/use-edit-form.js';
import { Loaded } from '../../components/loaded.js';
import { Money } from '../../components/money.js';
import { useTold } from '../../components/use-told.js';
import { type Output } from '../../lib/api.js';
import { day, money } from '../../lib/format.js';
import { mayLeave } from '../../lib/unsaved.js';
import { useApi, useRefresh, useSend } from '../../lib/use-api.js';
import type { InvoiceRow } from '../invoices/invoice-types.js';
import { totalWith } from './payment-sums.js';
import type { PaymentValues } from './payment-types.js';
import './payments.css';

interface NewPaymentProps {
  /** Approved invoices of one shop. */
  readonly invoices: readonly InvoiceRow[];
  /** The last day an invoice may be dated; empty for any. */
  readonly cutOff: string;
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

type Draft = Output<'GET /api/payment/draft'>;
type Values = PaymentValues & { readonly paymentTo: string };

/** Pays a shop for selected Approved invoices. */
export function NewPaymentDialog({ invoices, cutOff, onCreated, onClose }: NewPaymentProps) {
  const id = useId();
  const shop = invoices[0]?.shop;
  const draft = useApi('GET /api/payment/draft', shop ? { shop: shop._id } : null);
  const { create, pending } = useCreate({ invoices, cutOff, onCreated, onClose });
  const close = () => void mayLeave().then((agreed) => agreed && onClose());
  const footer = (
    <>
      <Button onClick={close}>Cancel</Button>
      <ActionButton
        permission="payments.write"
        kind="primary"
        type="submit"
        form={id}
        pending={pending}
        disabledReason={draft.data ? null : 'The payment is not ready yet.'}
      >
        Create Payment
      </ActionButton>
    </>
  );
  return (
    <Dialog title="New Payment Form" footer={footer} busy={pending} onClose={close}>
      <Loaded query={draft} lines={6}>
        {(loaded) => <PaymentForm id={id} draft={loaded} invoices={invoices} onCreate={create} />}
      </Loaded>
    </Dialog>
  );
}

/** Sends the payment once, however often it is asked to; a failure refreshes the list that it came from. */
function useCreate({ invoices, cutOff, onCreated, onClose }: NewPaymentProps) {
  const { toldOrThrown } = useTold('Payment');
  const refresh = useRefresh();
  const { send, pending } = useSend('POST /api/payment', {
    refresh: ['/api/payment', '/api/invoice', '/api/dashboard'],
  });
  const create = async ({ paymentTo: _name, ...values }: Values) => {
    const ids = invoices.map((invoice) => invoice._id);
    const more = { paymentTo: invoices[0]?.shop._id ?? null, ...(cutOff ? { cutOff } : {}) };
    try {
      await toldOrThrown(send({ invoices: ids, ...values, ...more }), 'Payment is created');
    } catch (error) {
      void refresh(['/api/invoice/status']);
      throw error;
    }
    onCreated();
    onClose();
  };
  return { create, pending };
}

interface FormProps {
  readonly id: string;
  readonly draft: Draft;
  readonly invoices: readonly InvoiceRow[];
  readonly onCreate: (values: Values) => Promise<void>;
}

function PaymentForm({ id, draft, invoices, onCreate }: FormProps) {
  const { paymentNumber, paymentDate, shop } = draft;
  const form = useEditForm<Values>({
    defaultValues: { paymentNumber, paymentTo: shop.name, paymentDate, shopsPaymentAdjustment: 0, memo: '' },
  });
  const adjustment = useWatch({ control: form.control, name: 'shopsPaymentAdjustment' });
  const subTotal = toDollars(sum(invoices.map((invoice) => toCents(invoice.order.grandTotal.shop) ?? 0)));
  return (
    <Form form={form} id={id} onSubmit={onCreate}>
      <div className="form-group">
        <TextField
          name="paymentNumber"
          label="Payment #"
          required="Payment number is required"
          maxLength={50}
          autoFocus
        />
        <TextField name="paymentTo" label="Payment To" required="Payment to is required" readOnly />
        <DateField name="paymentDate" label="Date" required />
      </div>
      <SelectedInvoices invoices={invoices} subTotal={subTotal} />
      <div className="form-group">
        <MoneyField name="shopsPaymentAdjustment" label="Adjustment" step={0.01} />
        <p className="payment-total">
          <span>Total</span>
          <output aria-label="Total">
            <Money value={totalWith(subTotal, adjustment)} />
          </output>
        </p>
        <TextAreaField name="memo" label="Memo" rows={3} className="wide" />
      </div>
    </Form>
  );
}

function SelectedInvoices({ invoices, subTotal }: { invoices: readonly InvoiceRow[]; subTotal: number }) {
  return (
    <div className="table-scroll selected-invoices" tabIndex={0} role="region" aria-label="Selected invoices">
      <table className="plain-table">
        <caption className="sr-only">Selected invoices</caption>
        <thead>
          <tr>
            <th scope="col">Invoice Number</th>
            <th scope="col">Invoiced Date</th>
            <th scope="col" className="cell-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map(({ _id, invoiceNumber, invoicedDate, order }) => (
            <tr key={_id}>
              <th scope="row">{invoiceNumber}</th>
              <td>{day(invoicedDate)}</td>
              <td className="cell-right">{money(order.grandTotal.shop)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Sub-Total of {invoices.length}
            </th>
            <td className="cell-right">{money(subTotal)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
