import { DeleteRecord } from '../../components/delete-record.js';
import { RecordPage, useRecordAddress } from '../../components/record-page.js';
import { goBack } from '../../lib/unsaved.js';
import { useApi, useSend } from '../../lib/use-api.js';
import { MaterialForm } from './material-form.js';
import { AREA, DELETE_QUESTION, LIST, LISTS } from './material-words.js';

/** A material order: from whom, what at which price, and what of it has come. */
export function MaterialFormPage() {
  const { id } = useRecordAddress();
  const query = useApi('GET /api/materialorder/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/materialorder/delete/:id', { refresh: LISTS });
  return (
    <RecordPage
      what="Material Order"
      list={LIST}
      query={query}
      nameOf={(order) => order.purchaseOrderNumber}
      actions={({ _id, purchaseOrderNumber }) => (
        <DeleteRecord
          permission="purchasing.write"
          call={remove}
          id={_id}
          record={`material order ${purchaseOrderNumber}`}
          question={DELETE_QUESTION}
          area={AREA}
          onDone={() => goBack(LIST)}
        />
      )}
    >
      {(order) => <MaterialForm key={order?._id} order={order} />}
    </RecordPage>
  );
}
