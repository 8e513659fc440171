import { useMemo } from 'react';
import { Link } from 'wouter';
import { DataList } from '../../../components/shared/list/data-list.js';
import { MoreActions } from '../../../components/shared/list/more-actions.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, day } from '../../../lib/format.js';
import { type Me, useMe } from '../../../lib/server/session.js';
import { type ApiState, useApi } from '../../../lib/server/use-api.js';
import { type ListState, useListState } from '../../../lib/list/use-list-state.js';
import { useDeleteOrder } from './delete-order.js';
import { getForm } from '../../../components/shared/orders/order-status.js';

type Groups = Output<'GET /api/orders/duplicates'>;
type Group = Groups['items'][number];
type Row = Group['orders'][number] & Pick<Group, 'serialNumber' | 'count'>;

const columns: readonly ColumnDef<Row>[] = [
  { field: 'serialNumber', header: 'Serial #', fixed: true },
  { field: 'count', header: 'Count', align: 'right' },
  { field: 'shop', header: 'Shop', body: (row) => row.shop?.name ?? '' },
  { field: 'status', header: 'Status', body: (row) => <StatusTag of="order" status={row.status} /> },
  { field: 'dateOrdered', header: 'Ordered Date', body: (row) => day(row.dateOrdered) },
];

const toRows = (group: Group): Row[] =>
  group.orders.map((order) => ({ ...order, serialNumber: group.serialNumber, count: group.count }));

function useDuplicates(list: ListState): {
  groups: number | undefined;
  query: ApiState<{ items: Row[]; total: number }>;
} {
  const { data, ...state } = useApi('GET /api/orders/duplicates', {});
  return useMemo(() => {
    const needle = list.search.toLowerCase();
    const groups = data?.items.filter(({ serialNumber }) => serialNumber.toLowerCase().includes(needle));
    const rows = groups?.flatMap(toRows);
    const page = rows && { items: rows.slice((list.page - 1) * list.size, list.page * list.size), total: rows.length };
    return { groups: groups?.length, query: { ...state, data: page } };
  }, [data, state, list.search, list.page, list.size]);
}

/** Orders with the same serial number; the office decides which one to keep. */
export function DuplicatesPage() {
  const list = useListState({ size: 200 });
  const me = useMe();
  const remove = useDeleteOrder();
  const { groups, query } = useDuplicates(list);
  return (
    <Page title="Duplicate orders" heading={countHeading(groups, 'Duplicate Serial Number')}>
      <DataList
        name="duplicate-orders"
        label="Duplicate orders"
        columns={columns}
        query={query}
        list={list}
        search={{ placeholder: 'Order Search by Serial #...' }}
        actions={(row) => (
          <>
            <Link
              className="btn btn-secondary"
              href={getForm('company', row._id)}
              aria-label={`View the ${row.status} order ${row.serialNumber}`}
            >
              View
            </Link>
            <MoreActions
              of={`the ${row.status} order ${row.serialNumber}`}
              items={[remove(row, `Are you sure you want to Delete this ${row.status} Order.`, explainKept(row, me))]}
            />
          </>
        )}
        empty="No duplicate serial numbers."
      />
    </Page>
  );
}

function explainKept({ status }: Row, { superAdmin, superRole }: Me): string | null {
  if (status === 'Invoiced') return 'Delete its invoice first';
  if (status === 'Building' && !superAdmin) return 'Only a super admin can delete an order in Building';
  if (status === 'Canceled' && superRole !== 'admin')
    return 'Only a user with the super role "admin" can delete a Canceled order';
  return null;
}
