import { useMemo } from 'react';
import type { ApiState } from '../../lib/server/use-api.js';
import { useApi } from '../../lib/server/use-api.js';
import { download, type Output } from '../../lib/server/api.js';
import { countHeading } from '../../lib/format.js';
import { useListState } from '../../lib/list/use-list-state.js';
import { withoutPage } from '../../lib/list/list-state.js';
import type { ExportFormat, SearchBox } from '../../components/shared/list/list-types.js';
import { type ListedStatus, slugs } from '../../components/shared/orders/order-status.js';
import { useOrderChanges } from '../../lib/queue/order-queue.js';
import type { OrderRow } from './change-order.js';
import { withChanges } from './change-text.js';

const sorts = [
  'serialNumber',
  'dateOrdered',
  'shop',
  'dealer',
  'customer',
  'model',
  'grandTotal',
  'statusSince',
  'deliveryScheduled',
] as const;
type Totals = Output<'GET /api/orders/status/:status'>['totals'];

/** The orders of a status, filtered by the address, or those of any status found by a database search. */
export function useOrderList(status: ListedStatus) {
  const list = useListState({
    sorts,
    sort: '-dateOrdered',
    size: 200,
    filters: {
      database: '',
      shop: '',
      alerts: '',
      model: '',
      orderedFrom: '',
      orderedTo: '',
      deliveryFrom: '',
      deliveryTo: '',
      late: '',
    },
  });
  const inDatabase = list.filters.database !== '' && list.search !== '';
  const { database: _, ...asked } = list.query;
  const listQuery = useApi('GET /api/orders/status/:status', inDatabase ? null : { status: slugs[status], ...asked });
  const searchResult = useApi(
    'GET /api/orders/search/:serialNumber',
    inDatabase ? { serialNumber: list.search } : null,
  );
  const query = useWithChanges(inDatabase ? searchResult : listQuery);
  const totals: Totals = inDatabase ? undefined : listQuery.data?.totals;
  const heading = inDatabase
    ? `${searchResult.data?.more ? 'More than ' : ''}${countHeading(query.data?.total, 'Order')} matching “${list.search}”`
    : countHeading(query.data?.total, `${status} Order`);
  const search: SearchBox = {
    placeholder: 'Order Search by Serial #...',
    onSearchDatabase: (text) => list.set({ search: text, filters: { ...list.filters, database: 'yes' } }),
    onClear: () => list.set({ filters: { ...list.filters, database: '' } }),
  };
  const exportQuery = inDatabase ? { anywhere: list.search } : { status: slugs[status], ...withoutPage(asked) };
  const onExport = (format: ExportFormat) => download('GET /api/orders/export', { ...exportQuery, format });
  return { list, query, totals, heading, search, inDatabase, onExport };
}

interface OrderListAnswer {
  readonly items: readonly OrderRow[];
  readonly total: number;
}

/** A list with this device's unsent changes applied. */
export function useWithChanges<T extends OrderListAnswer>(query: ApiState<T>): ApiState<T> {
  const changes = useOrderChanges();
  const { data } = query;
  const visibleData = useMemo(
    () => data && { ...data, items: data.items.map((row) => withChanges(row, changes)) },
    [data, changes],
  );
  return { ...query, data: visibleData };
}

/** The text for an empty list. */
export const emptyText = (status: ListedStatus): string => `There are no ${status} orders.`;

/** Orange while an alert is not accepted. */
export const getTone = (row: OrderRow): 'alert' | undefined => (row.openAlerts > 0 ? 'alert' : undefined);
