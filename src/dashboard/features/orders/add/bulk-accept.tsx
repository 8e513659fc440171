import { useState } from 'react';
import { useConfirm } from '../../../components/ui/overlay/confirm.js';
import { Menu } from '../../../components/ui/overlay/menu.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useCan } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { AcceptAllDialog } from './accept-all-dialog.js';
import { formatCount, kindName } from './alert-kinds.js';

/** Accepts the alerts of one or several kinds in all New orders. */
export function BulkAccept() {
  const { reason } = useCan('orders.import', { write: true });
  const [asks, setAsks] = useState(false);
  const { accept, pending } = useAcceptMany();
  const summary = useApi('GET /api/orders/alerts/summary', reason === null ? {} : null).data?.items;
  const items = (summary ?? []).map((kind) => ({
    label: `${kindName(kind.code)} (${kind.alerts})`,
    onSelect: () => void accept({ code: kind.code }, `${kindName(kind.code)}: ${formatCount(kind)}`),
  }));
  const none = summary?.length === 0 ? 'No open alerts.' : null;
  return (
    <>
      <Menu
        label="Accept in bulk"
        items={[...items, { label: 'All alerts', onSelect: () => setAsks(true) }]}
        pending={pending}
        disabledReason={reason ?? none}
      />
      {asks && summary && <AcceptAllDialog kinds={summary} onClose={() => setAsks(false)} />}
    </>
  );
}

/** Asks for confirmation, then accepts alerts of one kind or text in all New orders. */
export function useAcceptMany() {
  const confirm = useConfirm();
  const { notify } = useNotify('Order');
  const { send, pending } = useSend('POST /api/orders/alerts/accept');
  const accept = async (which: { code?: string; text?: string }, what: string) => {
    if (!(await confirm({ message: 'Accept these alerts in all New orders?', record: what }))) return;
    await notify(send(which));
  };
  return { accept, pending };
}
