import { useToast } from '../../components/toast.js';
import { failureOf } from '../../lib/failure.js';
import { useSend } from '../../lib/use-api.js';
import type { Draft } from './drafts-made.js';
import type { proposalsOf } from './demand-values.js';

/** Makes draft material orders of proposals; told in a toast, as a failure is. */
export function useOrdering(shop: string, onMade: (drafts: readonly Draft[]) => void) {
  const toast = useToast();
  const { send, pending } = useSend('POST /api/stock/:id/demand/orders', {
    refresh: ['/api/stock', '/api/materialorder'],
  });
  const order = async (orders: ReturnType<typeof proposalsOf>) => {
    try {
      const { msg, items } = await send({ id: shop, orders });
      toast.success(msg);
      onMade(items);
    } catch (error) {
      toast.error(failureOf('Material Order', error));
    }
  };
  return { order, pending };
}
