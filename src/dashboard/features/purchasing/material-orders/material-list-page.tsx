import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { PurchaseListPage } from '../purchase-list-page.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Money } from '../../../components/shared/money.js';
import { ReceivedBox } from '../../../components/shared/messages/received-box.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { call, download } from '../../../lib/server/api.js';
import { day } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import type { MaterialRow } from '../material-values.js';
import { AREA, DELETE_QUESTION, materialForm, stateWords } from '../material-words.js';
import { useUndoReceipts } from './use-undo-receipts.js';

const start = {
  sorts: ['purchaseOrderNumber', 'vendor', 'orderedDate', 'recievedDate', 'grandTotal'],
  sort: '-orderedDate',
  size: 40,
  filters: { state: '' },
} as const;

const columns: readonly ColumnDef<MaterialRow>[] = [
  {
    field: 'purchaseOrderNumber',
    header: 'PO#',
    sortable: true,
    fixed: true,
    body: (row) => <RecordLink href={materialForm(row._id)}>{row.purchaseOrderNumber}</RecordLink>,
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
  { field: 'state', header: 'Status', body: (row) => stateWords[row.state] },
  {
    field: 'grandTotal',
    header: 'Total',
    sortable: true,
    align: 'right',
    body: (row) => <Money value={row.grandTotal} />,
  },
  { field: 'freight', header: 'Freight', align: 'right', hidden: true, body: (row) => <Money value={row.freight} /> },
];

const states = Object.entries(stateWords).map(([_id, name]) => ({ _id, name }));
const isState = (text: string): text is MaterialRow['state'] => text in stateWords;

/** The shop's material orders, and how much of each was received. */
export function MaterialListPage() {
  const list = useListState(start);
  const { state = '', ...page } = list.query;
  const listInput = { ...page, ...(isState(state) ? { state } : {}) };
  const query = useApi('GET /api/materialorder', listInput);
  const remove = useSend('DELETE /api/materialorder/delete/:id');
  const totals = query.data?.totals;
  return (
    <PurchaseListPage
      title="Material purchase orders"
      what="Material Order"
      add="/shop/purchase/material/form?new=1"
      getForm={materialForm}
      getName={(row) => row.purchaseOrderNumber}
      verb="View"
      remove={remove}
      question={DELETE_QUESTION}
      name="material-orders"
      label="Material orders"
      columns={columns}
      query={query}
      list={list}
      search={{ placeholder: 'Search PO#, vendor...' }}
      filters={
        <ChoiceFilter
          label="Status"
          choices={states}
          value={list.filters.state}
          onChange={(state) => list.set({ filters: { state } })}
        />
      }
      preview={{
        title: (row) => `Material order ${row.purchaseOrderNumber}`,
        name: (row) => row.purchaseOrderNumber,
        href: (row) => materialForm(row._id),
      }}
      onExport={(format) => download('GET /api/materialorder/export', { ...withoutPage(listInput), format })}
      totals={totals && { grandTotal: <Money value={totals.grandTotal} />, freight: <Money value={totals.freight} /> }}
      empty="No material orders yet. Click Add New to create one."
    />
  );
}

/**
 * Checking it receives the rest of an order; unchecking it undoes the receipts that were not moved to stock, after a
 * question that names them.
 */
function ReceivedToggle({ row: { _id, recieved, draft, purchaseOrderNumber: number } }: { row: MaterialRow }) {
  const { receiving, undo } = useUndoReceipts();
  const { report } = useNotify(AREA);
  const refusal = draft ? 'This order is a draft. Place it first.' : null;
  return (
    <ReceivedBox
      {...{ recieved, refusal }}
      call={receiving}
      id={_id}
      record={`material order ${number}`}
      area={AREA}
      onUncheck={() => report(async () => void (await undo(await call('GET /api/materialorder/:id', { id: _id }))))}
    />
  );
}
