import { useConfirm } from '../../../components/confirm.js';
import { Menu } from '../../../components/menu.js';
import { useTold } from '../../../components/use-told.js';
import { useCan } from '../../../lib/session.js';
import { useSend } from '../../../lib/use-api.js';
import { alertKinds } from './alert-kinds.js';

/** Accepts the alerts of one kind, or all, in every New order. */
export function BulkAccept() {
  const { reason } = useCan('orders.import', { write: true });
  const { accept, pending } = useAcceptMany();
  const items = Object.entries(alertKinds).map(([code, label]) => ({
    label,
    onSelect: () => void accept({ code }, `Alerts: ${label}`),
  }));
  const all = { label: 'All alerts', onSelect: () => void accept({}, 'All alerts') };
  return <Menu label="Accept in all" items={[...items, all]} pending={pending} disabledReason={reason} />;
}

/** Asks, then accepts alerts of one kind or text in every New order. */
export function useAcceptMany() {
  const confirm = useConfirm();
  const { told } = useTold('Order');
  const { send, pending } = useSend('POST /api/orders/alerts/accept', { refresh: ['/api/orders'] });
  const accept = async (which: { code?: string; text?: string }, what: string) => {
    if (!(await confirm({ message: 'Accept these alerts in all New Orders?', record: what }))) return;
    await told(send(which));
  };
  return { accept, pending };
}
