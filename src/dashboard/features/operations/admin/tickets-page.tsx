import { useState } from 'react';
import { ActionButton } from '../../../components/ui/button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { toInput } from '../../../lib/server/api.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { stateWords, ticketStates, ticketStatuses } from './admin-words.js';
import { AnswerTicketDialog } from './answer-ticket-dialog.js';
import { useScreens } from '../../../lib/screens.js';
import { officeScreen } from './office-screen.js';
import styles from './admin.module.css';
import type { Ticket } from './admin-words.js';

const start = { size: 50, filters: { status: '', state: '', priority: '', shop: '' } } as const;
const priorities = [
  { _id: 'High', name: 'High' },
  { _id: 'Medium', name: 'Medium' },
  { _id: 'Low', name: 'Low' },
];

const columnsIn = (timeZone: string): readonly ColumnDef<Ticket>[] => [
  {
    field: 'createdAt',
    header: 'Date',
    fixed: true,
    body: (row) => formatMoment(row.createdAt, timeZone),
    fact: (row) => formatMoment(row.createdAt, timeZone),
  },
  {
    field: 'name',
    header: 'Submitted by',
    body: ({ name, email, itemName }) => (
      <span className={styles['stacked']}>
        <span>{name}</span>
        <span className="muted">{itemName}</span>
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </span>
    ),
  },
  { field: 'status', header: 'Status', body: ({ status }) => <StatusTag of="ticket" status={status} /> },
  { field: 'priority', header: 'Priority' },
  {
    field: 'description',
    header: 'Description',
    body: (row) => <p className={styles['long-text']}>{row.description}</p>,
  },
  { field: 'page', header: 'Page', body: (row) => <WrittenOn ticket={row} /> },
  { field: 'serialNumber', header: 'Serial Number' },
  { field: 'state', header: 'Delivery', body: (row) => <StatusTag of="message" status={stateWords[row.state]} /> },
  { field: 'error', header: 'Error', hidden: true, body: (row) => <p className={styles['long-text']}>{row.error}</p> },
];

/** The screen a ticket was written on, as a link to the office's version if there is one. */
function WrittenOn({ ticket: { page, pageTitle } }: { ticket: Ticket }) {
  const { all } = useScreens();
  const href = page && officeScreen(all, page);
  return href ? <RecordLink href={href}>{pageTitle || 'Page'}</RecordLink> : pageTitle;
}

/** Support tickets, newest first, with their answers and whether they are on the support board. */
export function TicketsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/support/tickets', toInput<'GET /api/support/tickets'>(list.query)); // from the address: the server refuses invalid filters
  const { timeZone } = useMe();
  const [answering, setAnswering] = useState<Ticket | null>(null);
  const { filters } = list;
  const setFilter = (change: Partial<typeof filters>) => list.set({ filters: { ...filters, ...change } });
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
        preview={{
          title: (row) => `Ticket from ${row.name}, ${formatMoment(row.createdAt, timeZone)}`,
          name: (row) => row.description,
        }}
        filters={
          <>
            <ChoiceFilter
              label="Status"
              choices={ticketStatuses}
              value={filters.status}
              onChange={(status) => setFilter({ status })}
            />
            <ChoiceFilter
              label="Priority"
              choices={priorities}
              value={filters.priority}
              onChange={(priority) => setFilter({ priority })}
            />
            <ChoiceFilter
              label="Delivery"
              choices={ticketStates}
              value={filters.state}
              onChange={(state) => setFilter({ state })}
            />
            <ShopFilter value={filters.shop} onChange={(shop) => setFilter({ shop })} />
          </>
        }
        actions={(row) => (
          <ActionButton
            permission="tickets.answer"
            aria-label={`Answer ticket from ${row.name}, ${formatMoment(row.createdAt, timeZone)}`}
            onClick={() => setAnswering(row)}
          >
            Answer
          </ActionButton>
        )}
        empty="No support tickets yet."
      />
      {answering && <AnswerTicketDialog ticket={answering} onClose={() => setAnswering(null)} />}
    </Page>
  );
}
