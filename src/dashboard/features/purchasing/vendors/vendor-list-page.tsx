import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { download, type Output } from '../../../lib/server/api.js';
import { countHeading } from '../../../lib/format.js';
import { unpaged } from '../../../lib/list/list-state.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DELETE_QUESTION, vendorForm } from '../vendor-words.js';

type Row = Output<'GET /api/vendor'>['items'][number];

const start = { sorts: ['name', 'email', 'address', 'items'], sort: 'name', size: 40 } as const;

const columns: readonly ColumnDef<Row>[] = [
  {
    field: 'name',
    header: 'Name',
    sortable: true,
    fixed: true,
    body: (row) => <RecordLink href={vendorForm(row._id)}>{row.name}</RecordLink>,
  },
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
    <Page
      title="Vendors"
      heading={countHeading(query.data?.total, 'Vendor')}
      actions={
        <AddLink permission="purchasing.write" href="/shop/purchase/vendor/form?new=1">
          Add New
        </AddLink>
      }
    >
      <DataList
        name="vendors"
        label="Vendors"
        columns={columns}
        query={query}
        list={list}
        pageSizes={[40, 100, 500]}
        search={{ placeholder: 'Search vendors...' }}
        onExport={(format) => download('GET /api/vendor/export', { ...unpaged(list.query), format })}
        actions={({ _id, name }) => (
          <>
            <LinkButton href={vendorForm(_id)} label={`View vendor ${name}`}>
              View
            </LinkButton>
            <DeleteRecord
              inMenu
              permission="purchasing.write"
              call={remove}
              id={_id}
              record={`vendor ${name}`}
              question={DELETE_QUESTION}
              area="Vendor"
            />
          </>
        )}
        empty="No vendors yet. Click Add New to create one."
      />
    </Page>
  );
}
