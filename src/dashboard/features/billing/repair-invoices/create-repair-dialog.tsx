import { useState } from 'react';
import { CreateRepair } from '../../../../domain/billing/repair-invoices/schema.js';
import type { RepairType } from '../../../../domain/billing/repair-invoices/status.js';
import { FormDialog } from '../../../components/ui/form/form-dialog.js';
import { Form } from '../../../components/ui/form/form.js';
import { useEditForm } from '../../../components/ui/form/use-edit-form.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { ShopSelect } from '../../../components/shared/pickers/shop-select.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatMessage, type Output } from '../../../lib/server/api.js';
import { mayLeave } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import type { Side } from '../../../lib/use-side.js';
import { RepairFields } from './repair-fields.js';
import { RepairLines } from './repair-lines.js';
import { blankLine, lineBodies, type RepairValues } from './repair-values.js';
import styles from './repair-invoices.module.css';

interface CreateProps {
  readonly side: Side;
  readonly type: RepairType;
  readonly onClose: () => void;
}

/** Creates a bill for a repair or driver block compensation; the office chooses the shop. */
export function CreateRepairDialog({ side, type, onClose }: CreateProps) {
  const toast = useToast();
  const [shop, setShop] = useState('');
  const isOffice = side === 'company';
  const draft = useApi(
    'GET /api/repairinvoice/draft/:type',
    isOffice && !shop ? null : { type, ...(isOffice ? { shop } : {}) },
  );
  const { send, pending } = useSend('POST /api/repairinvoice');
  const choose = (next: string) => void mayLeave().then((isAgreed) => isAgreed && setShop(next));
  const create = async ({ items, ...values }: RepairValues) => {
    try {
      const { msg } = await send({ ...values, type, items: lineBodies(items), ...(isOffice ? { shop } : {}) });
      toast.success(msg);
      onClose();
    } catch (error) {
      toast.error(formatMessage(error));
      throw error;
    }
  };
  const whatIsMissing = isOffice && !shop ? 'Choose a shop first.' : 'The invoice is still loading.';
  const isReady = draft.data !== undefined && (!isOffice || draft.data.shop._id === shop);
  return (
    <FormDialog
      title={titles[type]}
      size="wide"
      submit="Create Invoice"
      permission="repairs.write"
      pending={pending}
      disabledReason={isReady ? null : whatIsMissing}
      guarded
      onClose={onClose}
    >
      {isOffice && <ShopSelect value={shop} onChange={choose} none="Choose a shop" />}
      {isOffice && !shop ? (
        <p className="muted">An invoice belongs to one shop and uses that shop's rates.</p>
      ) : (
        <LoadedContent query={isReady ? draft : { ...draft, data: undefined }} lines={6}>
          {(draft) => <CreateForm key={draft.shop._id} draft={draft} onCreate={create} />}
        </LoadedContent>
      )}
    </FormDialog>
  );
}

const titles: Readonly<Record<RepairType, string>> = {
  Repair: 'Create Repair Invoice',
  Driver: 'Create Invoice for Driver Block Compensation',
};

interface FormProps {
  readonly draft: Output<'GET /api/repairinvoice/draft/:type'>;
  readonly onCreate: (values: RepairValues) => Promise<void>;
}

function CreateForm({ draft, onCreate }: FormProps) {
  const { invoicedDate, billTo, window, items } = draft;
  const form = useEditForm<RepairValues>({
    defaultValues: { invoiceNumber: '', invoicedDate, billTo, items: [blankLine] },
  });
  return (
    <Form form={form} limits={CreateRepair} onSubmit={onCreate}>
      <div className={styles['repair-fields']}>
        <RepairFields window={window} autoFocus />
      </div>
      <RepairLines choices={items} readOnly={false} />
    </Form>
  );
}
