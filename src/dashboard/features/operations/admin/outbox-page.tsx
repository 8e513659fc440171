import { useState } from 'react';
import { ActionButton, Button } from '../../../components/ui/button.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { ShopFilter } from '../../../components/shared/pickers/shop-filter.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { useToast } from '../../../components/ui/overlay/toast.js';
import { formatMessage, toInput } from '../../../lib/server/api.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { messageStates, stateWords } from './admin-words.js';
import { type Message, MessageDialog } from './message-dialog.js';
import styles from './admin.module.css';

const start = { size: 50, filters: { status: '', shop: '' } } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Message>[] => [
  {
    field: 'createdAt',
    header: 'Date',
    fixed: true,
    body: (row) => formatMoment(row.createdAt, timeZone),
    fact: (row) => formatMoment(row.createdAt, timeZone),
  },
  {
    field: 'status',
    header: 'Status',
    body: ({ status, error }) => (
      <div className={`${styles['stacked']} ${styles['long-text']}`}>
        <StatusTag of="message" status={stateWords[status]} />
        {error && <span className="muted">{error}</span>}
      </div>
    ),
    fact: ({ status }) => stateWords[status],
  },
  {
    field: 'to',
    header: 'To',
    fact: ({ to }) => to,
    body: ({ to, shop }) => (
      <span className={styles['stacked']}>
        <span>{to}</span>
        {shop && <span className="muted">{shop.name}</span>}
      </span>
    ),
  },
  { field: 'subject', header: 'Subject', body: (row) => <p className={styles['long-text']}>{row.subject}</p> },
  { field: 'kind', header: 'Kind', hidden: true, body: ({ kind }) => (kind === 'email' ? 'Email' : 'Ticket') },
  { field: 'attempts', header: 'Attempts', align: 'right', hidden: true },
  { field: 'sentAt', header: 'Sent', hidden: true, body: (row) => formatMoment(row.sentAt, timeZone) },
];

/** Outgoing messages: waiting, sent, not sent (without a mail server) or failed. */
export function OutboxPage() {
  const list = useListState(start);
  const query = useApi('GET /api/outbox', toInput<'GET /api/outbox'>(list.query)); // from the address: the server refuses invalid filters
  const [openMessage, setOpenMessage] = useState<Message | null>(null);
  const { timeZone } = useMe();
  const { filters } = list;
  return (
    <Page title="Outbox" heading={countHeading(query.data?.total, 'Message')}>
      <DataList
        name="outbox"
        label="Outbox messages"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 100, 200]}
        search={{ placeholder: 'Search messages...' }}
        preview={{ title: ({ subject }) => subject }}
        filters={
          <>
            <ChoiceFilter
              label="Status"
              choices={messageStates}
              value={filters.status}
              onChange={(status) => list.set({ filters: { ...filters, status } })}
            />
            <ShopFilter value={filters.shop} onChange={(shop) => list.set({ filters: { ...filters, shop } })} />
          </>
        }
        actions={(row) => (
          <>
            <Button aria-label={`Read "${row.subject}"`} onClick={() => setOpenMessage(row)}>
              Read
            </Button>
            {(row.status === 'kept' || row.status === 'failed' || row.status === 'refused') && (
              <SendAgain message={row} />
            )}
          </>
        )}
        empty="No messages yet. Outgoing emails and tickets appear here."
      />
      {openMessage && <MessageDialog message={openMessage} timeZone={timeZone} onClose={() => setOpenMessage(null)} />}
    </Page>
  );
}

function SendAgain({ message: { _id, subject } }: { message: Message }) {
  const toast = useToast();
  const { send, pending } = useSend('POST /api/outbox/:id/send');
  const again = async () => {
    try {
      toast.success((await send({ id: _id })).msg);
    } catch (error) {
      toast.error(formatMessage(error));
    }
  };
  return (
    <ActionButton
      permission="outbox.view"
      pending={pending}
      aria-label={`Send "${subject}" again`}
      onClick={() => void again()}
    >
      Send again
    </ActionButton>
  );
}
