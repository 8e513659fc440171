import { useEffect } from 'react';
import { unstable_serialize, useSWRConfig } from 'swr';
import { call } from '../../lib/server/api.js';
import { isOffline } from '../../lib/server/connection.js';
import { useMe } from '../../lib/server/session.js';
import type { OrderRow } from './change-order.js';
import { isObject } from '../../../domain/kernel/objects.js';

const MOST = 20;
const inWork: ReadonlySet<string> = new Set(['InQueue', 'Building']);
const toKey = (id: string) => ['GET /api/orders/byid/:id', { id }] as const;

/** Preloads the work orders a builder is about to open, so that they open without a connection too. */
export function useAtHand(orders: readonly OrderRow[] | undefined): void {
  const { role } = useMe();
  const { cache, mutate } = useSWRConfig();
  const isBuilder = role === 'Builder';
  useEffect(() => {
    if (!isBuilder || !orders) return;
    let isStopped = false;
    const isKnown = ({ _id, revision }: OrderRow): boolean => {
      const cachedOrder: unknown = cache.get(unstable_serialize(toKey(_id)))?.data;
      return isObject(cachedOrder) && cachedOrder['revision'] === revision;
    };
    const load = async () => {
      for (const order of orders.filter(({ status }) => inWork.has(status)).slice(0, MOST)) {
        if (isStopped || isOffline()) return;
        if (isKnown(order)) continue;
        const loaded = await call('GET /api/orders/byid/:id', { id: order._id });
        if (!isStopped) await mutate(toKey(order._id), loaded, { revalidate: false });
      }
    };
    load().catch(() => undefined); // opening the order loads it again and shows the error
    return () => {
      isStopped = true;
    };
  }, [isBuilder, orders, cache, mutate]);
}
