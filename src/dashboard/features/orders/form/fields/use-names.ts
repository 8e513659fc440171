import { useMemo } from 'react';
import { useApi } from '../../../../lib/server/use-api.js';
import { useOrder } from '../order-context.js';
import type { Names } from '../saving/order-text.js';

/** The names of the records that the order of the form refers to by ID. */
export function useNames(): Names {
  const { order, lookups } = useOrder();
  const builders = useApi('GET /api/users/builders', order.shop ? { shop: order.shop._id } : null).data?.items;
  return useMemo(() => {
    const { shops = [], dealers = [], models = [] } = lookups ?? {};
    const records = [...shops, ...dealers, ...models, ...(builders ?? []), ...(order.builder ? [order.builder] : [])];
    return new Map(records.map(({ _id, name }) => [_id, name]));
  }, [order.builder, lookups, builders]);
}
