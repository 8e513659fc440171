import { dealerSorts } from '../../../../domain/company/dealers/schema.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { AddLink } from '../../../components/ui/add-link.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import { ExportButton } from '../../../components/shared/export-button.js';
import { ImportLink } from '../../../components/shared/import-link.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { nameColumn } from '../../../components/shared/record/name-column.js';
import type { Output } from '../../../lib/server/api.js';
import { countHeading, percent } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

type Dealer = Output<'GET /api/dealer'>['items'][number];

const start = { sorts: dealerSorts, sort: 'name', size: 200 } as const;

const columns: readonly ColumnDef<Dealer>[] = [
  nameColumn((row) => `/company/dealer/form?id=${row._id}`),
  { field: 'shop', header: 'Shop', sortable: true, body: (row) => row.shop?.name },
  { field: 'city', header: 'City', sortable: true },
  {
    field: 'haulPercent',
    header: 'Haul percent',
    sortable: true,
    align: 'right',
    body: (row) => percent(row.haulPercent),
  },
];

/** The dealers, with how much each pays of the haul from shop to lot. */
export function DealerListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/dealer', list.query);
  const remove = useSend('DELETE /api/dealer/delete/:id');
  return (
    <Page
      title="Dealers"
      heading={countHeading(query.data?.total, 'Dealer')}
      actions={
        <>
          <ExportButton kind="dealers">Export</ExportButton>
          <ImportLink kind="dealers">Upload Dealers</ImportLink>
          <AddLink permission="catalogue.write" href="/company/dealer/form?new=1">
            Add Dealer
          </AddLink>
        </>
      }
    >
      <DataList
        name="dealers"
        label="Dealers"
        columns={columns}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search dealers...' }}
        actions={({ _id, name }) => (
          <DeleteRecord
            inMenu
            permission="catalogue.write"
            call={remove}
            id={_id}
            record={`dealer ${name}`}
            area="Dealer"
          />
        )}
        empty="No dealers yet. Add or upload them."
      />
    </Page>
  );
}
