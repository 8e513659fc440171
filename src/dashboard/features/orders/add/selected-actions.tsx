import { ActionButton } from '../../../components/ui/button.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';

/** Actions for the selected New orders. */
export function SelectedActions({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const { notify } = useNotify('Order');
  const accept = useSend('POST /api/orders/alerts/accept');
  const rematch = useSend('POST /api/orders/rematch');
  const run = async (work: Promise<{ msg: string }>) => {
    if (await notify(work)) onDone();
  };
  return (
    <>
      <ActionButton
        permission="orders.import"
        small
        pending={rematch.pending}
        onClick={() => void run(rematch.send({ ids: [...ids] }))}
      >
        Check selected again
      </ActionButton>
      <ActionButton
        permission="orders.import"
        small
        pending={accept.pending}
        onClick={() => void run(accept.send({ ids: [...ids] }))}
      >
        Accept alerts of selected orders
      </ActionButton>
    </>
  );
}
