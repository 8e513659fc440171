import type { Item } from '../../../components/shared/items/item-columns.js';
import { useSession } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';

const none: readonly Item[] = [];

/** The items at the shop's costs. */
export function useItems(): readonly Item[] {
  const { me } = useSession();
  const shopId = me?.shop?._id;
  const items = useApi('GET /api/item/shop/all/:shopId', shopId ? { shopId, size: 5000, sort: 'name' } : null);
  return items.data?.items ?? none;
}
