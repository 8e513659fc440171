import { ActionButton } from '../../../components/button.js';
import { useToast } from '../../../components/toast.js';
import { failureOf } from '../../../lib/failure.js';
import { useSend } from '../../../lib/use-api.js';

const stale = { refresh: ['/api/orders'] };

/** What is done with the ticked New orders. */
export function SelectedActions({ ids, onDone }: { ids: readonly string[]; onDone: () => void }) {
  const toast = useToast();
  const accept = useSend('POST /api/orders/alerts/accept', stale);
  const rematch = useSend('POST /api/orders/rematch', stale);
  const told = (work: Promise<{ msg: string }>) =>
    work.then(
      ({ msg }) => {
        toast.success(msg);
        onDone();
      },
      (error: unknown) => toast.error(failureOf('Order', error)),
    );
  return (
    <>
      <ActionButton
        permission="orders.import"
        small
        pending={rematch.pending}
        onClick={() => void told(rematch.send({ ids: [...ids] }))}
      >
        Re-match selected
      </ActionButton>
      <ActionButton
        permission="orders.import"
        small
        pending={accept.pending}
        onClick={() => void told(accept.send({ ids: [...ids] }))}
      >
        Accept their alerts
      </ActionButton>
    </>
  );
}
