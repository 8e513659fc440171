import { useMemo, useState } from 'react';
import { CreateOrder } from '../../../../domain/purchasing/material-orders/schema.js';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { DownloadButton } from '../../../components/ui/download-button.js';
import { DownloadDialog } from '../../../components/ui/overlay/download-dialog.js';
import { CheckField, MoneyField } from '../../../components/ui/form/fields.js';
import { lockWhile } from '../../../components/ui/form/lock.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { HistoryToggle } from '../../../components/shared/history/history-toggle.js';
import { Money } from '../../../components/shared/money.js';
import { download } from '../../../lib/server/api.js';
import { useCan } from '../../../lib/server/session.js';
import { money } from '../../../lib/format.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { PurchaseFields } from '../purchase-fields.js';
import { MaterialLines } from './material-lines.js';
import { grandTotal, type LineValues, type MaterialOrder, vendorTotal } from '../material-values.js';
import { AREA, LIST, materialHistory } from '../material-words.js';
import { ReceivingPanel } from './receiving.js';
import { useItems } from './use-items.js';
import { useMaterialSave } from './use-material-save.js';
import styles from './material-orders.module.css';
import { useValue } from '../../../components/ui/form/use-value.js';

const readPdf = (id: string): Promise<string> => download('GET /api/materialorder/:id/pdf', { id });

/** The form of a material order; a save offers its PDF, and closing that goes back. */
export function MaterialForm({ order, number }: { order: MaterialOrder | null; number: string }) {
  const { isAllowed } = useCan('purchasing.write', { write: true });
  const [savedOrder, setSavedOrder] = useState<MaterialOrder | null>(null);
  const saving = useMaterialSave(order, { number, onSaved: setSavedOrder });
  const { form } = saving;
  const isPlaced = order !== null && !order.draft;
  /** With input, the form continues from the new revision; without, it reloads the order. */
  const onReceived = ({ revision }: MaterialOrder) => form.formState.isDirty && saving.follow(revision);
  /** Does not submit the form: its submit button is Save, which Enter in a field presses. */
  const place = (element: HTMLFormElement | null) =>
    form.handleSubmit(
      (values) => lockWhile(element, saving.save({ ...values, draft: false })).catch(() => undefined), // `save` shows the error
      () => form.trigger(undefined, { shouldFocus: true }),
    )();
  const extraFields = (
    <>
      {order && (
        <DownloadButton area={AREA} onDownload={() => readPdf(order._id)}>
          PO PDF
        </DownloadButton>
      )}
      <Button onClick={() => goBack(LIST)}>Back</Button>
      {order?.draft && (
        <ActionButton
          permission="purchasing.write"
          icon="check"
          pending={form.formState.isSubmitting}
          onClick={({ currentTarget }) => void place(currentTarget.form)}
        >
          Place Order
        </ActionButton>
      )}
    </>
  );
  return (
    <>
      <RecordForm
        saving={saving}
        limits={CreateOrder}
        label="Material order"
        save={{ permission: 'purchasing.write', extra: extraFields }}
      >
        <div className={styles['material-fields']}>
          <PurchaseFields order={order} dateLabel="Order Date" readOnly={!isAllowed} />
          <MoneyField name="freight" label="Freight" min={0} readOnly={!isAllowed} />
          <Total order={order} />
          {!isPlaced && (
            <CheckField name="draft" label="Keep as draft" hint="Drafts aren't ordered yet." readOnly={!isAllowed} />
          )}
        </div>
        <MaterialLines order={order} readOnly={!isAllowed} />
      </RecordForm>
      {isPlaced && <ReceivingPanel order={order} onChanged={onReceived} />}
      {order && <HistoryToggle id={order._id} words={materialHistory} />}
      {savedOrder && (
        <DownloadDialog
          title="PO PDF download"
          message={`Material Order ${savedOrder.purchaseOrderNumber} saved. Download its PDF for the vendor.`}
          area={AREA}
          onDownload={() => readPdf(savedOrder._id)}
          onClose={() => goBack(LIST)}
        />
      )}
    </>
  );
}

/** P11: the total of the lines as typed, without freight; and the total on the PDF, if it differs. */
function Total({ order }: { order: MaterialOrder | null }) {
  const lines = useValue<readonly LineValues[]>('items');
  const items = useItems();
  const costs = useMemo(() => new Map(items.map((item) => [item._id, item])), [items]);
  const [total, paperTotal] = [grandTotal(lines), vendorTotal(lines, { order, costs })];
  return (
    <p className="field">
      <span>Total</span>
      <output aria-label="Total" className={styles['material-total']}>
        <Money value={total} />
      </output>
      {paperTotal !== total && <span className="muted">PO PDF: {money(paperTotal)}, without estimated freight</span>}
    </p>
  );
}
