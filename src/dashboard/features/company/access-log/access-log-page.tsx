import {
  type AccessEvent,
  accessKinds,
  accessLabels,
  type AccessResult,
} from '../../../../domain/company/access-log/schema.js';
import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DayRangeFilter } from '../../../components/shared/list/filters/day-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { Page } from '../../../components/ui/page.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { withoutPage } from '../../../lib/list/list-state.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { download, toInput } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import styles from './access-log.module.css';

const start = { size: 50, filters: { kind: '', result: '', user: '', from: '', to: '' } } as const;

const resultLabels: Readonly<Record<AccessResult, string>> = { done: 'Done', refused: 'Refused' };
const kinds = accessKinds.map((kind) => ({ _id: kind, name: accessLabels[kind] }));
const results = Object.entries(resultLabels).map(([_id, name]) => ({ _id, name }));

const columnsIn = (timeZone: string): readonly ColumnDef<AccessEvent>[] => [
  { field: 'at', header: 'Time', fixed: true, body: ({ at }) => formatMoment(at, timeZone) },
  { field: 'kind', header: 'Event', body: ({ kind }) => accessLabels[kind] },
  {
    field: 'result',
    header: 'Result',
    body: ({ result }) => <StatusTag of="access" status={resultLabels[result]} />,
    fact: ({ result }) => resultLabels[result],
  },
  {
    field: 'user',
    header: 'User',
    fact: describeUser,
    body: ({ user }) => (
      <span className={styles['stacked']}>
        <span>{user.name || user.email || 'Not an email address'}</span>
        {user.name && <span className="muted">{user.email}</span>}
      </span>
    ),
  },
  { field: 'detail', header: 'Details', body: ({ detail }) => <p className={styles['detail']}>{detail}</p> },
  { field: 'address', header: 'Address' },
  { field: 'device', header: 'Device' },
  { field: 'actor', header: 'Done by' },
  { field: 'via', header: 'Via', hidden: true },
  { field: 'requestId', header: 'Request', hidden: true },
];

function describeUser({ user: { name, email } }: AccessEvent): string {
  return [name, email].filter(Boolean).join(', ') || 'Not an email address';
}

/** Sign-ins, failures, and changes of accounts and sign-in methods, newest first. */
export function AccessLogPage() {
  const list = useListState(start);
  const { filters } = list;
  const listInput = toInput<'GET /api/accesslog'>(list.query); // from the address: the server refuses invalid filters
  const query = useApi('GET /api/accesslog', listInput);
  const { timeZone } = useMe();
  const setFilters = (some: Partial<typeof filters>) => list.set({ filters: { ...filters, ...some } });
  return (
    <Page title="Access log" heading={countHeading(query.data?.total, 'Event')}>
      <DataList
        name="access-log"
        label="Access log"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200, 500]}
        search={{ placeholder: 'Search users, addresses, devices...' }}
        rowTone={({ result }) => (result === 'refused' ? 'alert' : undefined)}
        onExport={
          (format) =>
            download('GET /api/accesslog/export', { ...toInput<'GET /api/accesslog'>(withoutPage(list.query)), format }) // from the address too
        }
        filters={
          <>
            <ChoiceFilter
              label="Event"
              choices={kinds}
              value={filters.kind}
              onChange={(kind) => setFilters({ kind })}
            />
            <ChoiceFilter
              label="Result"
              choices={results}
              value={filters.result}
              onChange={(result) => setFilters({ result })}
            />
            <DayRangeFilter label="Date" value={{ from: filters.from, to: filters.to }} onChange={setFilters} />
          </>
        }
        empty="No events yet. Sign-ins, failed sign-ins and changes to accounts appear here for 90 days."
      />
    </Page>
  );
}
