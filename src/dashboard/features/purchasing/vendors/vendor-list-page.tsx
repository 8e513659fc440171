import { PurchaseListPage } from '../purchase-list-page.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import { download, type Output } from '../../../lib/server/api.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DELETE_QUESTION, vendorForm } from '../vendor-words.js';

type Row = Output<'GET /api/vendor'>['items'][number];

const start = { sorts: ['name', 'email', 'address', 'items'], sort: 'name', size: 40 } as const;

const columns: readonly ColumnDef<Row>[] = [
  nameColumn((row) => vendorForm(row._id)),
  {
    field: 'email',
    header: 'Email',
    sortable: true,
    body: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
  },
  {
    field: 'address',
    header: 'Address',
    sortable: true,
    body: ({ address, city, state, zipCode }) =>
      [address, city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  },
  { field: 'items', header: 'Default Items', sortable: true, align: 'right' },
];

/** The vendors of the shop. */
export function VendorListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/vendor', list.query);
  const remove = useSend('DELETE /api/vendor/delete/:id');
  return (
    <PurchaseListPage
      title="Vendors"
      what="Vendor"
      add="/shop/purchase/vendor/form?new=1"
      getForm={vendorForm}
      getName={(row) => row.name}
      verb="View"
      remove={remove}
      question={DELETE_QUESTION}
      name="vendors"
      label="Vendors"
      columns={columns}
      query={query}
      list={list}
      search={{ placeholder: 'Search vendors...' }}
      onExport={(format) => download('GET /api/vendor/export', { ...withoutPage(list.query), format })}
      empty="No vendors yet. Click Add New to create one."
    />
  );
}
