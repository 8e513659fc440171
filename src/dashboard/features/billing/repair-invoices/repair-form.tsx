import { FormProvider } from 'react-hook-form';
import { ChangeRepair } from '../../../../domain/billing/repair-invoices/schema.js';
import { can } from '../../../../domain/kernel/rights/permissions.js';
import { isEditable, repairTransitions } from '../../../../domain/billing/repair-invoices/rules.js';
import { repairStatuses, type RepairStatus } from '../../../../domain/billing/repair-invoices/status.js';
import { AddMessage } from '../../../components/shared/messages/add-message.js';
import { SelectField } from '../../../components/ui/form/fields.js';
import { Form } from '../../../components/ui/form/form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { TimelineCard } from '../../../components/shared/history/timeline-card.js';
import { RecordMessages } from '../../../components/shared/messages/record-messages.js';
import { RecordCard, RecordLayout } from '../../../components/ui/record-layout.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Side } from '../../../lib/use-side.js';
import { RepairFields } from './repair-fields.js';
import { RepairLines } from './repair-lines.js';
import { RepairSummary } from './repair-rail.js';
import type { RepairInvoice } from './repair-types.js';
import { lineBodies, toLines, type RepairValues, shownValue } from './repair-values.js';
import { repairWords } from './repair-words.js';
import { formatQuestion, repairName } from './use-repair-actions.js';
import styles from './repair-invoices.module.css';
import billing from '../billing.module.css';

interface Values extends RepairValues {
  readonly status: RepairStatus;
}

const toValues = (invoice: RepairInvoice): Values => ({
  invoiceNumber: invoice.invoiceNumber,
  invoicedDate: invoice.invoicedDate,
  billTo: invoice.billTo,
  status: invoice.status,
  items: toLines(invoice.items),
});

const labels = {
  invoiceNumber: 'Invoice Number',
  invoicedDate: 'Invoice Date',
  billTo: 'Bill To',
  status: 'Status',
  items: 'Items',
} as const satisfies Record<keyof Values, string>;

/** An invoice: its lines while it is New, and the actions for its status. */
export function RepairFormBody({ side, invoice }: { side: Side; invoice: RepairInvoice }) {
  const { form, save, onRefused, follow, dialog } = useRepairSave(invoice);
  const { isAllowed, reason } = useCan('repairs.write', { write: true });
  const draft = useApi('GET /api/repairinvoice/draft/:type', { type: invoice.type, shop: invoice.shop._id });
  const readOnly = !isAllowed || !isEditable(invoice.status);
  const statuses = useStatuses(invoice);
  const isLocked = isAllowed && readOnly && statuses.length === 1;
  return (
    <FormProvider {...form}>
      {readOnly && <p className="notice">{isAllowed ? lockedReason[side][invoice.status] : reason}</p>}
      <RecordLayout
        summary={<RepairSummary side={side} invoice={invoice} />}
        rail={<TimelineCard of={repairName(invoice)} id={invoice._id} words={repairWords} />}
      >
        <Form
          form={form}
          limits={ChangeRepair}
          onSubmit={save}
          onRefused={onRefused}
          label={`${invoice.type} invoice`}
          save={isLocked ? null : { permission: 'repairs.write', label: 'Update Invoice' }}
        >
          <RecordCard title="Details">
            <div className={styles['repair-fields']}>
              <RepairFields window={draft.data?.window ?? null} storedDate={invoice.invoicedDate} readOnly={readOnly} />
              <SelectField
                name="status"
                label="Status"
                options={statuses.map((status) => ({ value: status, label: status }))}
                readOnly={!isAllowed || statuses.length === 1}
                hint={side === 'shop' ? 'The company approves and pays invoices.' : undefined}
              />
            </div>
          </RecordCard>
          <RecordCard title="Items">
            <RepairLines choices={draft.data?.items ?? []} readOnly={readOnly} />
          </RecordCard>
        </Form>
        <RecordCard title={`Messages (${invoice.messages.length})`}>
          <RepairMessages invoice={invoice} onSent={({ revision }) => follow(revision)} />
        </RecordCard>
      </RecordLayout>
      {dialog}
    </FormProvider>
  );
}

interface MessagesProps {
  readonly invoice: RepairInvoice;
  /** Called with the invoice that includes the message. */
  readonly onSent: (invoice: Pick<RepairInvoice, 'revision'>) => void;
}

/** The messages of office and shop about an invoice, and a form for new ones. */
function RepairMessages({ invoice: { _id: id, messages }, onSent }: MessagesProps) {
  const { send } = useSend('PUT /api/repairinvoice/update/:id');
  const sendMessage = async (newMessage: string) => onSent((await send({ id, newMessage })).repairInvoice);
  return (
    <div className={billing['invoice-messages']}>
      <RecordMessages messages={messages} />
      <AddMessage area="RepairInvoice" permission="repairs.write" onSend={sendMessage} />
    </div>
  );
}

/** Why the fields are locked, if the reason is more than a missing permission. */
const lockedReason: Readonly<Record<Side, Readonly<Record<RepairStatus, string>>>> = {
  company: {
    New: '',
    Approved: 'An Approved invoice is locked. Set it to New to change it.',
    Paid: 'A Paid invoice is locked. Delete its payment to reopen it. If it has no payment, only a super admin can reopen it.',
  },
  shop: {
    New: '',
    Approved: 'The company approved this invoice, so it is locked.',
    Paid: 'The company paid this invoice, so it is locked.',
  },
};

/** Its status and those the user can change it to here, in order; Paid has a separate dialog. */
function useStatuses({ status: from, payment }: RepairInvoice): RepairStatus[] {
  const me = useMe();
  if (payment) return [from];
  return repairStatuses.filter((status) => {
    const permission = repairTransitions[from][status];
    return status === from || (status !== 'Paid' && permission !== undefined && can(me, permission));
  });
}

/** The form with Update: asks before a status change, and shows both versions if another user saved first. */
function useRepairSave(invoice: RepairInvoice) {
  const { send } = useSend('PUT /api/repairinvoice/update/:id');
  return useRecordSave<Values, RepairInvoice>({
    record: invoice,
    toValues: (record) => toValues(record ?? invoice),
    area: 'RepairInvoice',
    what: `Invoice ${invoice.invoiceNumber}`,
    labels,
    format: shownValue,
    store: async ({ items, invoiceNumber, invoicedDate, billTo, status }, revision) => {
      const fields = { invoiceNumber, invoicedDate, billTo, status, items: lineBodies(items) };
      const { msg, repairInvoice } = await send({ id: invoice._id, revision: revision ?? invoice.revision, ...fields });
      return { msg, item: repairInvoice };
    },
    question: ({ status }) =>
      status === invoice.status ? null : { message: formatQuestion(status), record: repairName(invoice) },
  });
}
