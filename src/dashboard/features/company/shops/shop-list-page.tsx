import { shopSorts } from '../../../../domain/company/shops/rules.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import type { Output } from '../../../lib/server/api.js';
import { count, countHeading, percent } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

type Shop = Output<'GET /api/shop'>['items'][number];

const start = { sorts: shopSorts, sort: 'name', size: 200 } as const;

const columns: readonly ColumnDef<Shop>[] = [
  nameColumn((row) => `/company/shop/form?id=${row._id}`),
  {
    field: 'averageInvoicesPerWeek',
    header: 'Average invoices per week',
    sortable: true,
    align: 'right',
    body: (row) => count(row.averageInvoicesPerWeek),
  },
  { field: 'city', header: 'City', sortable: true },
  { field: 'state', header: 'State', sortable: true },
  { field: 'overhead', header: 'Overhead', sortable: true, align: 'right', body: (row) => percent(row.overhead) },
];

/** The shops, with the average number of invoices per payment. */
export function ShopListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/shop', list.query);
  const remove = useSend('DELETE /api/shop/delete/:id');
  return (
    <Page
      title="Shops"
      heading={countHeading(query.data?.total, 'Shop')}
      actions={
        <>
          <ImportLink kind="items-for-shops">Import Excel</ImportLink>
          <AddLink permission="shops.manage" href="/company/shop/form?new=1">
            Add Shop
          </AddLink>
        </>
      }
    >
      <DataList
        name="shops"
        label="Shops"
        columns={columns}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search shops...' }}
        actions={({ _id, name }) => (
          <DeleteRecord inMenu permission="shops.manage" call={remove} id={_id} record={`shop ${name}`} area="Shop" />
        )}
        empty="No shops yet."
      />
    </Page>
  );
}
