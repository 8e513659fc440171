import { ActionButton, Button } from '../../components/ui/button.js';
import { Dialog } from '../../components/ui/overlay/dialog.js';
import { Failure, Skeleton } from '../../components/ui/empty-state.js';
import { useNotify } from '../../components/ui/overlay/use-notify.js';
import { useRefresh, useSend } from '../../lib/server/use-api.js';
import { PushEffect, type PushEffectOf } from './push-effect.js';
import { usePreview } from './use-preview.js';
import type { ReceivedLine, ReceivedOrder } from './received-types.js';

interface PushDialogProps {
  readonly order: ReceivedOrder;
  readonly line: ReceivedLine;
  readonly onClose: () => void;
}

const CALL = 'PUT /api/item/shop/inventory/push/:id';

/** Shows how moving a line to stock changes its item's cost and gross profit; Push applies exactly what is shown. */
export function PushDialog({ order, line, onClose }: PushDialogProps) {
  const { notify } = useNotify('Received Items');
  const refresh = useRefresh();
  const named = { id: line.item._id ?? '', materialOrder: order._id, line: line._id };
  const { effect, error, again } = usePreview(CALL, named);
  const { send, pending } = useSend(CALL);
  const push = async ({ quantity, after }: PushEffectOf) => {
    const seen = { quantity, newPrice: after.subTotal, newFreight: after.freight };
    if (!(await notify(send({ ...named, ...seen })))) void refresh(['materialOrders']);
    onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <ActionButton
        permission="purchasing.write"
        kind="primary"
        pending={pending}
        disabledReason={effect ? null : 'The preview is still loading.'}
        onClick={() => effect && void push(effect)}
      >
        Move to stock
      </ActionButton>
    </>
  );
  return (
    <Dialog title={`Move ${line.item.name} to stock`} size="large" footer={footer} busy={pending} onClose={onClose}>
      {error && <Failure error={error} pending={false} shown={false} onRetry={again} />}
      {!effect && !error && <Skeleton lines={5} label="Loading preview" />}
      {effect && <PushEffect effect={effect} />}
    </Dialog>
  );
}
