import { ChoiceFilter } from '../../components/choice-filter.js';
import { DataList } from '../../components/data-list.js';
import type { ColumnDef } from '../../components/list-types.js';
import { Page } from '../../components/page.js';
import { ShopFilter } from '../../components/shop-filter.js';
import { StatusTag } from '../../components/status-tag.js';
import type { Input, Output } from '../../lib/api.js';
import { countHeading, momentOf } from '../../lib/format.js';
import { useMe } from '../../lib/session.js';
import { useApi } from '../../lib/use-api.js';
import { useListState } from '../../lib/use-list-state.js';
import { stateWords, ticketStates } from './admin-words.js';
import './admin.css';

type Ticket = Output<'GET /api/support/tickets'>['items'][number];

const start = { size: 50, filters: { state: '', priority: '', shop: '' } } as const;
const priorities = [
  { _id: 'High', name: 'High' },
  { _id: 'Medium', name: 'Medium' },
  { _id: 'Low', name: 'Low' },
];

const columnsIn = (timeZone: string): readonly ColumnDef<Ticket>[] => [
  { field: 'createdAt', header: 'Date', fixed: true, body: (row) => momentOf(row.createdAt, timeZone) },
  {
    field: 'name',
    header: 'Submitted by',
    body: ({ name, email, itemName }) => (
      <span className="stacked">
        <span>{name}</span>
        <span className="muted">{itemName}</span>
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </span>
    ),
  },
  { field: 'priority', header: 'Priority' },
  { field: 'description', header: 'Description', body: (row) => <p className="told">{row.description}</p> },
  { field: 'serialNumber', header: 'Serial Number' },
  { field: 'state', header: 'State', body: (row) => <StatusTag of="message" status={stateWords[row.state]} /> },
  { field: 'error', header: 'Error', hidden: true, body: (row) => <p className="told">{row.error}</p> },
];

/** What people asked support for, the newest first, and whether the support board has it. */
export function TicketsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/support/tickets', list.query as Input<'GET /api/support/tickets'>);
  const { timeZone } = useMe();
  const { filters } = list;
  const narrow = (change: Partial<typeof filters>) => list.set({ filters: { ...filters, ...change } });
  return (
    <Page title="Support tickets" heading={countHeading(query.data?.total, 'Support ticket')}>
      <DataList
        name="tickets"
        label="Support tickets"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 100, 200]}
        search={{ placeholder: 'Search tickets...' }}
        filters={
          <>
            <ChoiceFilter
              label="Priority"
              all="All"
              choices={priorities}
              value={filters.priority}
              onChange={(priority) => narrow({ priority })}
            />
            <ChoiceFilter
              label="State"
              all="All"
              choices={ticketStates}
              value={filters.state}
              onChange={(state) => narrow({ state })}
            />
            <ShopFilter value={filters.shop} onChange={(shop) => narrow({ shop })} />
          </>
        }
        empty="Nobody has asked for support yet."
      />
    </Page>
  );
}
