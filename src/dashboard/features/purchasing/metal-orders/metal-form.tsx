import { NewMetalOrder } from '../../../../domain/purchasing/metal-orders/schema.js';
import { Button } from '../../../components/ui/button.js';
import { DownloadButton } from '../../../components/ui/download-button.js';
import { RecordForm } from '../../../components/shared/record/record-form.js';
import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { download } from '../../../lib/server/api.js';
import { dayIn } from '../../../lib/format.js';
import { useCan, useMe } from '../../../lib/server/session.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { PurchaseFields } from '../purchase-fields.js';
import { useNumberQuestion } from '../use-number-question.js';
import { MetalPackages } from './metal-packages.js';
import { type MetalOrder, metalValues, type MetalValues, packageBodies, shownValue } from './metal-values.js';
import { LIST, metalHistory, metalLabels } from './metal-words.js';
import styles from './metal-orders.module.css';

/** Downloads `{PO}_metal_order.pdf`; returns its name. */
export const readPdf = (id: string): Promise<string> => download('GET /api/metalorder/:id/pdf', { id });

interface MetalFormProps {
  readonly order: MetalOrder | null;
  /** The serial numbers of the sheds that a new order is for. */
  readonly serials: readonly string[];
  readonly onSaved: (order: MetalOrder) => void;
}

/** The form of a metal order: the vendor and the packages. */
export function MetalForm({ order, serials, onSaved }: MetalFormProps) {
  const { isAllowed } = useCan('purchasing.write', { write: true });
  const saving = useMetalSave(order, serials, onSaved);
  const extraFields = (
    <>
      {order && (
        <DownloadButton area="Metal Order" onDownload={() => readPdf(order._id)}>
          PO PDF
        </DownloadButton>
      )}
      <Button onClick={() => goBack(LIST)}>Exit</Button>
    </>
  );
  return (
    <RecordForm
      saving={saving}
      history={order && { id: order._id, words: metalHistory }}
      limits={NewMetalOrder}
      label="Metal order"
      save={{ permission: 'purchasing.write', extra: extraFields }}
    >
      <div className={styles['metal-fields']}>
        <PurchaseFields order={order} dateLabel="Ordered Date" readOnly={!isAllowed} />
      </div>
      <MetalPackages order={order} readOnly={!isAllowed} />
    </RecordForm>
  );
}

/** The form with Save: asks for confirmation, and shows both versions if another user saved first. */
function useMetalSave(order: MetalOrder | null, serials: readonly string[], onSaved: (order: MetalOrder) => void) {
  const { timeZone } = useMe();
  const vendors = useApi('GET /api/vendor', { size: 5000 });
  const add = useSend('POST /api/metalorder');
  const change = useSend('PUT /api/metalorder/update/:id');
  const withNumber = useNumberQuestion();
  const vendorName = (id: string) => vendors.data?.items.find(({ _id }) => _id === id)?.name ?? 'none';
  return useRecordSave<MetalValues, MetalOrder>({
    record: order,
    toValues: (record) => metalValues(record, dayIn(new Date(), timeZone), serials),
    area: 'Metal Order',
    what: `Metal Order ${order?.purchaseOrderNumber ?? ''}`,
    labels: metalLabels,
    format: shownValue(vendorName),
    store: ({ metalOrder, ...values }, revision) => {
      const body = { ...values, metalOrder: packageBodies(metalOrder) };
      return withNumber((more) =>
        order
          ? change.send({ id: order._id, revision: revision ?? order.revision, ...body, ...more })
          : add.send({ ...body, ...more }),
      );
    },
    question: (values) => ({
      message: 'Save this Order?',
      record: `Metal Order ${values.purchaseOrderNumber} to ${vendorName(values.vendor)}`,
    }),
    onSaved,
  });
}
