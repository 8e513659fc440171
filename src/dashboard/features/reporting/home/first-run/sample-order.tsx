import { saveText } from '../../../../components/shared/imports/save-text.js';
import { ActionButton } from '../../../../components/ui/button.js';
import { DownloadButton } from '../../../../components/ui/download-button.js';
import { useNotify } from '../../../../components/ui/overlay/use-notify.js';
import { call } from '../../../../lib/server/api.js';
import { useSend } from '../../../../lib/server/use-api.js';
import type { FirstRun } from './step-words.js';

const FILE = 'sample-order.json';

/** Uploads the sample order like a file, or downloads its file. */
export function SampleOrder({ sample }: { sample: FirstRun['sample'] }) {
  const { notify } = useNotify('Order');
  const { send, pending } = useSend('POST /api/orders');
  const upload = async () => {
    const { orders } = await call('GET /api/firstrun/orders', {});
    return send({ orders, fileName: FILE });
  };
  const download = async () => {
    const { orders } = await call('GET /api/firstrun/orders', {});
    saveText(FILE, 'application/json', `${JSON.stringify(orders, null, 2)}\n`);
  };
  return (
    <>
      <ActionButton
        permission="orders.import"
        icon="upload"
        kind={sample === 'none' ? 'secondary' : 'primary'}
        pending={pending}
        disabledReason={sample === 'none' ? 'Add the sample catalogue first' : null}
        onClick={() =>
          void notify(upload(), ({ import: importId, msg }) => (importId === null ? msg : 'Orders are Uploaded.'))
        }
      >
        Upload sample order
      </ActionButton>
      <DownloadButton area="Order" kind="text" onDownload={download}>
        Download sample order
      </DownloadButton>
    </>
  );
}
