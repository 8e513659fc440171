import { useRecordSave } from '../../../components/shared/record/use-record-save.js';
import { dayIn, money } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useNumberQuestion } from '../use-number-question.js';
import {
  grandTotal,
  lineBodies,
  type MaterialOrder,
  materialValues,
  type MaterialValues,
  shownValue,
} from '../material-values.js';
import { AREA, materialLabels } from '../material-words.js';

/**
 * The form of a material order with Save: asks before placing an order, and shows both versions if another user saved
 * first.
 */
export function useMaterialSave(
  order: MaterialOrder | null,
  { number, onSaved }: { readonly number: string; readonly onSaved: (order: MaterialOrder) => void },
) {
  const { timeZone } = useMe();
  const vendors = useApi('GET /api/vendor', { size: 5000 });
  const add = useSend('POST /api/materialorder');
  const change = useSend('PUT /api/materialorder/update/:id');
  const withNumber = useNumberQuestion();
  const vendorName = (id: string) => vendors.data?.items.find(({ _id }) => _id === id)?.name ?? 'none';
  return useRecordSave<MaterialValues, MaterialOrder>({
    record: order,
    toValues: (record) => materialValues(record, { today: dayIn(new Date(), timeZone), number }),
    area: AREA,
    what: `Material Order ${order?.purchaseOrderNumber ?? ''}`,
    labels: materialLabels,
    format: shownValue(vendorName),
    store: ({ items, freight, ...values }, revision) => {
      const body = { ...values, freight: freight ?? 0, items: lineBodies(items) };
      return withNumber((more) =>
        order
          ? change.send({ id: order._id, revision: revision ?? order.revision, ...body, ...more })
          : add.send({ ...body, ...more }),
      );
    },
    question: (values) => {
      if (values.draft || order?.draft === false) return null;
      const record = `Material Order ${values.purchaseOrderNumber} to ${vendorName(values.vendor)}, ${money(grandTotal(values.items))}`;
      return { message: 'Create Order?', record };
    },
    onSaved,
  });
}
