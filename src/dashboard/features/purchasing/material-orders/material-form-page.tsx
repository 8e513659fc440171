import { useState } from 'react';
import { Skeleton } from '../../../components/ui/empty-state.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { MaterialForm } from './material-form.js';
import { AREA, DELETE_QUESTION, LIST } from '../material-words.js';

/** A material order: vendor, items and prices, and what was received. */
export function MaterialFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/materialorder/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/materialorder/delete/:id');
  return (
    <RecordPage
      what="Material Order"
      list={LIST}
      query={query}
      getName={(order) => order.purchaseOrderNumber}
      deletion={{
        permission: 'purchasing.write',
        call: remove,
        area: AREA,
        name: ({ purchaseOrderNumber }) => `material order ${purchaseOrderNumber}`,
        question: DELETE_QUESTION,
      }}
    >
      {(order) => (order ? <MaterialForm key={order._id} order={order} number="" /> : <NewMaterialForm />)}
    </RecordPage>
  );
}

/** A new order with the next PO number, once loaded; if loading fails, the number is entered by hand. */
function NewMaterialForm() {
  const next = useApi('GET /api/materialorder/nextnumber', {});
  const [number, setNumber] = useState<string | null>(null);
  const isKnown = !next.isRefreshing && (next.data !== undefined || next.error !== undefined);
  if (number === null && isKnown) setNumber(next.data?.purchaseOrderNumber ?? '');
  return number === null ? <Skeleton lines={6} /> : <MaterialForm order={null} number={number} />;
}
