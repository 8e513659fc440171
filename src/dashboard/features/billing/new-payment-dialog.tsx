import { useWatch } from 'react-hook-form';
import { CreatePayment } from '../../../domain/billing/payments/schema.js';
import { FormDialog } from '../../components/ui/form/form-dialog.js';
import { DateField, MoneyField, TextAreaField, TextField } from '../../components/ui/form/fields.js';
import { Form } from '../../components/ui/form/form.js';
import { useEditForm } from '../../components/ui/form/use-edit-form.js';
import { LoadedContent } from '../../components/ui/loaded.js';
import { Money } from '../../components/shared/money.js';
import { useNotify } from '../../components/ui/overlay/use-notify.js';
import { useMe } from '../../lib/server/session.js';
import { useApi, useRefresh, useSend } from '../../lib/server/use-api.js';
import {
  type PayableRow,
  payableIds,
  payableRows,
  type PaymentDraft,
  type PaymentStart,
  startsTicked,
  computeSubTotal,
} from './payable-rows.js';
import { PayableTable } from './payable-table.js';
import { totalWith } from './payment-sums.js';
import type { PaymentValues } from './payment-types.js';
import styles from './new-payment.module.css';

interface NewPaymentProps extends PaymentStart {
  readonly shop: { readonly _id: string; readonly name: string };
  readonly onCreated: () => void;
  readonly onClose: () => void;
}

type Values = PaymentValues & { readonly paymentTo: string; readonly payables: readonly string[] };

/** Pays a shop for the selected Approved invoices of all kinds, and for its waiting corrections. */
export function NewPaymentDialog(props: NewPaymentProps) {
  const { shop, cutOff, onCreated, onClose } = props;
  const draft = useApi('GET /api/payment/draft', { shop: shop._id });
  const { create, pending } = useCreate({ shop, cutOff, onCreated, onClose });
  return (
    <FormDialog
      title="New Payment Form"
      submit="Create Payment"
      permission="payments.write"
      pending={pending}
      disabledReason={draft.data ? null : 'The payment is still loading.'}
      onClose={onClose}
    >
      <LoadedContent query={draft} lines={6}>
        {(draft) => <PaymentForm draft={draft} start={props} onCreate={create} />}
      </LoadedContent>
    </FormDialog>
  );
}

type CreateProps = Pick<NewPaymentProps, 'shop' | 'cutOff' | 'onCreated' | 'onClose'>;
type Create = (values: Values, rows: readonly PayableRow[]) => Promise<void>;

/** Creates the payment only once, even if called repeatedly; a failure reloads the lists it was created from. */
function useCreate({ shop, cutOff, onCreated, onClose }: CreateProps) {
  const { notifyAndThrow } = useNotify('Payment');
  const refresh = useRefresh();
  const { send, pending } = useSend('POST /api/payment');
  const create: Create = async ({ paymentTo: _name, payables: _ids, ...values }, rows) => {
    const more = { paymentTo: shop._id, ...(cutOff ? { cutOff } : {}) };
    try {
      await notifyAndThrow(send({ ...payableIds(rows), ...values, ...more }), 'Payment is created');
    } catch (error) {
      void refresh(['payments']);
      throw error;
    }
    onCreated();
    onClose();
  };
  return { create, pending };
}

interface FormProps {
  readonly draft: PaymentDraft;
  readonly start: PaymentStart;
  readonly onCreate: Create;
}

function PaymentForm({ draft, start, onCreate }: FormProps) {
  const { paymentNumber, paymentDate, shop } = draft;
  const { timeZone } = useMe();
  const all = payableRows(start, draft, timeZone);
  const tickedIds = all.filter((row) => startsTicked(start, row)).map((row) => row.id);
  const form = useEditForm<Values>({
    defaultValues: {
      ...{ paymentNumber, paymentTo: shop.name, paymentDate, shopsPaymentAdjustment: 0, memo: '' },
      payables: tickedIds,
    },
  });
  const [adjustment, payables] = useWatch({ control: form.control, name: ['shopsPaymentAdjustment', 'payables'] });
  const rows = all.filter((row) => payables.includes(row.id));
  const subTotal = computeSubTotal(rows);
  return (
    <Form form={form} limits={CreatePayment} onSubmit={(values) => onCreate(values, rows)}>
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
      <PayableTable rows={all} subTotal={subTotal} />
      <div className="form-group">
        <MoneyField name="shopsPaymentAdjustment" label="Adjustment" step={0.01} />
        <p className={styles['payment-total']}>
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
