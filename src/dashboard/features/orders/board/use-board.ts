import { useMemo } from 'react';
import { useApi } from '../../../lib/server/use-api.js';
import { useOrderChanges } from '../../../lib/queue/order-queue.js';
import type { OrderRow } from '../change-order.js';
import { withChanges } from '../change-text.js';
import { slugs } from '../../../components/shared/orders/order-status.js';
import type { BoardStatus } from './moves.js';
import { placeOrders } from './placed.js';

const MOST = 100;

/** The orders of the board by status, longest waiting first; orders moved here already appear in their new column. */
export function useBoard(shop: string) {
  const lists = {
    InQueue: useOrders('InQueue', shop),
    Building: useOrders('Building', shop),
    'On Hold': useOrders('On Hold', shop),
    Finished: useOrders('Finished', shop),
  } as const satisfies Record<BoardStatus, unknown>;
  const changes = useOrderChanges();
  const [inQueue, building, onHold, finished] = Object.values(lists).map(({ data }) => data);
  const columns = useMemo(
    () =>
      placeOrders({ InQueue: inQueue, Building: building, 'On Hold': onHold, Finished: finished }, (order: OrderRow) =>
        withChanges(order, changes),
      ),
    [inQueue, building, onHold, finished, changes],
  );
  const all = Object.values(lists);
  return {
    columns,
    error: all.find(({ error }) => error)?.error,
    isRefreshing: all.some(({ isRefreshing }) => isRefreshing),
    refresh: () => Promise.all(all.map((list) => list.refresh())),
  };
}

const useOrders = (status: BoardStatus, shop: string) =>
  useApi('GET /api/orders/status/:status', {
    status: slugs[status],
    sort: 'statusSince',
    size: MOST,
    ...(shop ? { shop } : {}),
  });
