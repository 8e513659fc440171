import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { PurchaseListPage } from '../purchase-list-page.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { ReceivedBox } from '../../../components/shared/messages/received-box.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { download, type Output } from '../../../lib/server/api.js';
import { day } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DELETE_QUESTION, metalForm } from './metal-words.js';

type Row = Output<'GET /api/metalorder'>['items'][number];

const start = {
  sorts: ['purchaseOrderNumber', 'vendor', 'orderedDate', 'recievedDate'],
  sort: '-orderedDate',
  size: 40,
  filters: { received: '' },
} as const;

const columns: readonly ColumnDef<Row>[] = [
  {
    field: 'purchaseOrderNumber',
    header: 'PO#',
    sortable: true,
    fixed: true,
    body: (row) => <RecordLink href={metalForm(row._id)}>{row.purchaseOrderNumber}</RecordLink>,
  },
  { field: 'vendor', header: 'Vendor', sortable: true, body: (row) => row.vendor.name },
  { field: 'orderedDate', header: 'Ordered Date', sortable: true, body: (row) => day(row.orderedDate) },
  { field: 'recievedDate', header: 'Received Date', sortable: true, body: (row) => day(row.recievedDate) },
  {
    field: 'recieved',
    header: 'Received',
    body: (row) => <ReceivedToggle row={row} />,
    fact: (row) => (row.recieved ? 'Received' : null),
  },
  {
    field: 'serialNumbers',
    header: 'Serial Numbers',
    hidden: true,
    body: (row) => row.serialNumbers.join(', '),
  },
];

/** The shop's metal orders, and whether each was received. */
export function MetalListPage() {
  const list = useListState(start);
  const { received, ...page } = list.query;
  const listInput = { ...page, received: whetherReceived(received) };
  const query = useApi('GET /api/metalorder', listInput);
  const remove = useSend('DELETE /api/metalorder/delete/:id');
  return (
    <PurchaseListPage
      title="Metal purchase orders"
      what="Metal Order"
      add="/shop/purchase/metal/form?new=1"
      getForm={metalForm}
      getName={(row) => row.purchaseOrderNumber}
      verb="Edit"
      remove={remove}
      question={DELETE_QUESTION}
      name="metal-orders"
      label="Metal orders"
      columns={columns}
      query={query}
      list={list}
      search={{ placeholder: 'Search PO#, vendor, serial number...' }}
      filters={
        <ChoiceFilter
          label="Received"
          choices={choices}
          value={list.filters.received}
          onChange={(value) => list.set({ filters: { received: value } })}
        />
      }
      preview={{
        title: (row) => `Metal order ${row.purchaseOrderNumber}`,
        name: (row) => row.purchaseOrderNumber,
        href: (row) => metalForm(row._id),
      }}
      onExport={(format) => download('GET /api/metalorder/export', { ...withoutPage(listInput), format })}
      empty="No metal orders yet. Click Add New to create one."
    />
  );
}

const whetherReceived = (text: string | undefined): 'yes' | 'no' | '' => (text === 'yes' || text === 'no' ? text : '');

const choices = [
  { _id: 'no', name: 'Not received' },
  { _id: 'yes', name: 'Received' },
] as const;

function ReceivedToggle({ row: { _id, recieved, purchaseOrderNumber: number } }: { row: Row }) {
  const call = useSend('PUT /api/metalorder/update/:id');
  return <ReceivedBox {...{ call, recieved }} id={_id} record={`metal order ${number}`} area="Metal Order" />;
}
