import { AddLink } from '../../../components/ui/add-link.js';
import { Page } from '../../../components/ui/page.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useMe } from '../../../lib/server/session.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { describeTypes, Lines, type Webhook, webhookForm, webhookList } from './webhook-words.js';

const start = { sorts: ['name', 'address', 'waiting'], sort: 'name', size: 60 } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Webhook>[] => [
  {
    field: 'name',
    header: 'Name',
    sortable: true,
    fixed: true,
    cardTitle: ({ name }) => name,
    body: ({ _id, name, problem }) => (
      <Lines>
        <RecordLink href={webhookForm(_id)}>{name}</RecordLink>
        {problem !== null && <span>{problem}</span>}
      </Lines>
    ),
  },
  { field: 'address', header: 'Address', sortable: true, body: ({ address }) => <Lines>{address}</Lines> },
  { field: 'shop', header: 'Shop', body: ({ shop }) => shop?.name ?? 'All shops' },
  { field: 'types', header: 'Events', body: ({ types }) => describeTypes(types) },
  { field: 'state', header: 'State', body: ({ paused }) => (paused ? 'Paused' : 'Active') },
  { field: 'waiting', header: 'Waiting', sortable: true, align: 'right', fact: ({ waiting }) => `${waiting} waiting` },
  {
    field: 'lastDeliveredAt',
    header: 'Last delivered',
    body: ({ lastDeliveredAt }) => (lastDeliveredAt ? formatMoment(lastDeliveredAt, timeZone) : 'Never'),
  },
  { field: 'owner', header: 'Owner', hidden: true, body: ({ owner }) => owner?.name ?? 'Office Admins' },
];

/** The webhooks: the systems that receive events, with any problems. */
export function WebhookListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/webhooks', list.query);
  const { timeZone } = useMe();
  return (
    <Page
      title="Webhooks"
      heading={countHeading(query.data?.total, 'Webhook')}
      actions={
        <AddLink permission="webhook.manage" href={`${webhookList}/form?new=1`}>
          Add Webhook
        </AddLink>
      }
    >
      <DataList
        name="webhooks"
        label="Webhooks"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[60, 200]}
        search={{ placeholder: 'Search webhooks...' }}
        rowTone={({ problem }) => (problem === null ? undefined : 'alert')}
        empty="No webhooks yet. Click Add Webhook to notify another system of changes as they happen."
      />
    </Page>
  );
}
