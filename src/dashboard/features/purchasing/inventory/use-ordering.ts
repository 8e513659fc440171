import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Draft } from './drafts-made.js';
import type { Proposals } from './demand-values.js';

/** Creates draft material orders from proposals; a toast reports success or failure. */
export function useOrdering(shop: string, onMade: (drafts: readonly Draft[], orders: Proposals) => void) {
  const { notify } = useNotify('Material Order');
  const { send, pending } = useSend('POST /api/stock/:id/demand/orders');
  const order = async (orders: Proposals) => {
    const result = await notify(send({ id: shop, orders }));
    if (result) onMade(result.items, orders);
  };
  return { order, pending };
}
