import { useState } from 'react';
import { useLocation } from 'wouter';
import { DownloadDialog } from '../../../components/ui/overlay/download-dialog.js';
import { RecordPage, useRecordAddress } from '../../../components/shared/record/record-page.js';
import { goBack } from '../../../lib/queue/unsaved.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { MetalForm, readPdf } from './metal-form.js';
import type { MetalOrder } from './metal-values.js';
import { DELETE_QUESTION, LIST, metalForm } from './metal-words.js';

/** A metal order with a package for each shed; a save offers its PDF, and closing that goes back. */
export function MetalFormPage() {
  const { id, query: address } = useRecordAddress();
  const [, go] = useLocation();
  const [savedOrder, setSavedOrder] = useState<MetalOrder | null>(null);
  const query = useApi('GET /api/metalorder/:id', id ? { id } : null);
  const remove = useSend('DELETE /api/metalorder/delete/:id');
  const onSaved = (order: MetalOrder) => {
    setSavedOrder(order);
    if (!id) go(metalForm(order._id), { replace: true });
  };
  return (
    <>
      <RecordPage
        what="Metal Order"
        list={LIST}
        query={query}
        getName={(order) => order.purchaseOrderNumber}
        deletion={{
          permission: 'purchasing.write',
          call: remove,
          area: 'Metal Order',
          name: ({ purchaseOrderNumber }) => `metal order ${purchaseOrderNumber}`,
          question: DELETE_QUESTION,
        }}
      >
        {(order) => <MetalForm key={order?._id} order={order} serials={address.getAll('serial')} onSaved={onSaved} />}
      </RecordPage>
      {savedOrder && (
        <DownloadDialog
          title="PO PDF download"
          message={`Metal Order ${savedOrder.purchaseOrderNumber} saved. Download its PDF for the vendor.`}
          area="Metal Order"
          onDownload={() => readPdf(savedOrder._id)}
          onClose={() => goBack(LIST)}
        />
      )}
    </>
  );
}
