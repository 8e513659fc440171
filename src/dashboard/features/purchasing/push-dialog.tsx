import { useNotify } from '../../components/ui/overlay/use-notify.js';
import { useRefresh, useSend } from '../../lib/server/use-api.js';
import { PushEffect, type PushEffectOf } from './push-effect.js';
import { PushFrame } from './push-frame.js';
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
  const target = { id: line.item._id ?? '', materialOrder: order._id, line: line._id };
  const preview = usePreview(CALL, target);
  const { send, pending } = useSend(CALL);
  const push = async ({ quantity }: PushEffectOf) => {
    const expectedValues = { quantity, newPrice: line.newPrice, newFreight: line.newFreight };
    if (!(await notify(send({ ...target, ...expectedValues })))) void refresh(['materialOrders']);
    onClose();
  };
  return (
    <PushFrame
      title={`Move ${line.item.name} to stock`}
      label="Move to stock"
      preview={preview}
      pending={pending}
      onPush={push}
      onClose={onClose}
    >
      {(effect) => <PushEffect effect={effect} />}
    </PushFrame>
  );
}
