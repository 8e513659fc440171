import { useTold } from '../../../components/ui/overlay/use-told.js';
import { useSend } from '../../../lib/server/use-api.js';
import type { Draft } from './drafts-made.js';
import type { proposalsOf } from './demand-values.js';

/** Creates draft material orders from proposals; a toast reports success or failure. */
export function useOrdering(shop: string, onMade: (drafts: readonly Draft[]) => void) {
  const { told } = useTold('Material Order');
  const { send, pending } = useSend('POST /api/stock/:id/demand/orders');
  const order = async (orders: ReturnType<typeof proposalsOf>) => {
    const made = await told(send({ id: shop, orders }));
    if (made) onMade(made.items);
  };
  return { order, pending };
}
