import { shopMessageSorts } from '../../../../domain/messaging/messages/rules.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { MarkAllRead } from '../../../components/shared/messages/mark-all-read.js';
import { Page } from '../../../components/ui/page.js';
import type { Output } from '../../../lib/server/api.js';
import { count, formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';

type Row = Output<'GET /api/comment/shops'>['items'][number];

const start = { sorts: shopMessageSorts, sort: '-unread', size: 200 } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Row>[] => [
  { field: 'name', header: 'Shop', sortable: true, fixed: true },
  {
    field: 'unread',
    header: 'Unread messages',
    sortable: true,
    align: 'right',
    body: ({ unread }) => (unread > 0 ? <strong>{count(unread)}</strong> : '0'),
    fact: ({ unread }) => (unread > 0 ? <strong>{count(unread)} unread</strong> : ''),
  },
  {
    field: 'latest',
    header: 'Last message',
    sortable: true,
    body: ({ latest }) => formatMoment(latest, timeZone),
    fact: ({ latest }) => (latest ? `Last message ${formatMoment(latest, timeZone)}` : 'No messages'),
  },
];

/** The shops, with the number of each shop's messages waiting for the office. */
export function CompanyMessagesPage() {
  const { timeZone } = useMe();
  const list = useListState(start);
  const query = useApi('GET /api/comment/shops', list.query);
  const unread = useApi('GET /api/comment/unread', { size: 1 }).data?.total ?? 0;
  return (
    <Page title="Company messages" actions={<MarkAllRead unread={unread} />}>
      <DataList
        name="company-messages"
        label="Messages by shop"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search shops...' }}
        actions={({ _id, name }) => (
          <LinkButton href={`/company/messages/shop?id=${_id}`} label={`Show Messages of ${name}`}>
            Show Messages
          </LinkButton>
        )}
        empty="No shops yet."
      />
    </Page>
  );
}
