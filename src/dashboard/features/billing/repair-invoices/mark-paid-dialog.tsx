import { useState } from 'react';
import { type PaidMethod, paidMethods } from '../../../../domain/billing/repair-invoices/rules.js';
import type { RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { DateField, SelectField, TextField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { dayIn } from '../../../lib/format.js';
import { showNewer } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useRefresh, useSend } from '../../../lib/server/use-api.js';
import type { ActedOn } from './repair-types.js';
import { repairName } from './use-repair-actions.js';

interface Values {
  readonly date: string;
  readonly method: PaidMethod | '';
  readonly reference: string;
}

const titles: Readonly<Record<RepairType, string>> = { Repair: 'Paid Invoice?', Driver: 'Mark Paid?' };

/**
 * Marks an invoice Paid without a payment: asks when and how it was paid. If it has changed meanwhile, shows the newer
 * invoice first.
 */
export function MarkPaidDialog({ invoice: openedInvoice, onClose }: { invoice: ActedOn; onClose: () => void }) {
  const { timeZone } = useMe();
  const { notifyAndThrow } = useNotify('RepairInvoice');
  const refresh = useRefresh();
  const { send, pending } = useSend('PUT /api/repairinvoice/update/:id');
  const [invoice, setInvoice] = useState(openedInvoice);
  const form = useEditForm<Values>({
    defaultValues: { date: dayIn(new Date(), timeZone), method: '', reference: '' },
  });
  const pay = async ({ date, method, reference }: Values) => {
    if (method === '') return;
    const { _id: id, status: originalStatus, revision } = invoice;
    const paymentDetails = { date, method, reference };
    try {
      const request = send({ id, status: 'Paid', originalStatus, revision, paid: paymentDetails });
      await notifyAndThrow(request.catch(showNewer(setInvoice)));
    } catch (error) {
      void refresh(['repairs']);
      throw error;
    }
    onClose();
  };
  return (
    <FormDialog
      title={titles[invoice.type]}
      size="small"
      submit="Mark Paid"
      permission="repairs.decide"
      pending={pending}
      guarded
      onClose={onClose}
    >
      <p>{repairName(invoice)}</p>
      <p className="muted">
        Use this only if the invoice was paid without a payment here. Otherwise, select it and create a payment.
      </p>
      <Form form={form} limits={null} onSubmit={pay}>
        <DateField name="date" label="Paid On" required />
        <SelectField
          name="method"
          label="Method"
          required="Choose how it was paid"
          placeholder="Choose a method"
          options={paidMethods.map((method) => ({ value: method, label: method }))}
        />
        <TextField name="reference" label="Reference" maxLength={100} hint="Check or transfer number" />
      </Form>
    </FormDialog>
  );
}
