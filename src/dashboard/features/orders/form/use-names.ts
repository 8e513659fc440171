import { useMemo } from 'react';
import { useApi } from '../../../lib/server/use-api.js';
import type { Names } from './order-text.js';
import type { Lookups, OrderRecord } from '../../../components/shared/orders/order-types.js';

/** The names of the records an order refers to by ID. */
export function useNames(order: OrderRecord, lookups: Lookups | undefined): Names {
  const builders = useApi('GET /api/users/builders', order.shop ? { shop: order.shop._id } : null).data?.items;
  return useMemo(() => {
    const { shops = [], dealers = [], models = [] } = lookups ?? {};
    const known = [...shops, ...dealers, ...models, ...(builders ?? []), ...(order.builder ? [order.builder] : [])];
    return new Map(known.map(({ _id, name }) => [_id, name]));
  }, [order.builder, lookups, builders]);
}
