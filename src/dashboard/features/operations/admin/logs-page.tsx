import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { type Output, toInput } from '../../../lib/server/api.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { DayRangeFilter } from '../../../components/shared/list/filters/day-chip.js';
import { DeleteLogs } from './delete-logs.js';
import styles from './admin.module.css';

type Log = Output<'GET /api/log'>['items'][number];

const start = { size: 50, filters: { kind: '', from: '', to: '' } } as const;
const kindWords = { unexpected: 'Error', refused: 'Rejected' } as const satisfies Record<Log['kind'], string>;
const kinds = [
  { _id: 'unexpected', name: 'Errors' },
  { _id: 'refused', name: 'Rejected changes' },
];

const columnsIn = (timeZone: string): readonly ColumnDef<Log>[] => [
  {
    field: 'functionName',
    header: 'Function',
    fixed: true,
    body: (row) => (
      <span className={styles['stacked']}>
        <code>{row.functionName}</code>
        <code className={styles['request']}>Request {row.requestId}</code>
      </span>
    ),
  },
  { field: 'user', header: 'User' },
  { field: 'message', header: 'Message', body: (row) => <p className={styles['long-text']}>{row.message}</p> },
  { field: 'kind', header: 'Kind', body: (row) => kindWords[row.kind] },
  { field: 'timestamp', header: 'Date', body: (row) => formatMoment(row.timestamp, timeZone) },
  { field: 'requestId', header: 'Request', hidden: true },
];

/** Errors and rejected changes, newest first; a shop sees those of its own users. */
export function LogsPage() {
  const list = useListState(start);
  const { kind, ...days } = list.filters;
  const query = useApi('GET /api/log', toInput<'GET /api/log'>(list.query)); // from the address: the server refuses invalid filters
  const remove = useSend('DELETE /api/log/:id');
  const { timeZone } = useMe();
  return (
    <Page
      title="Error logs"
      heading={countHeading(query.data?.total, 'Error log')}
      end={<DeleteLogs filter={{ search: list.search, ...list.filters }} total={query.data?.total ?? 0} />}
    >
      <DataList
        name="logs"
        label="Error logs"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 100, 200]}
        search={{ placeholder: 'Search logs...' }}
        filters={
          <>
            <ChoiceFilter
              label="Kind"
              choices={kinds}
              value={kind}
              onChange={(next) => list.set({ filters: { ...list.filters, kind: next } })}
            />
            <DayRangeFilter label="Date" value={days} onChange={(next) => list.set({ filters: { kind, ...next } })} />
          </>
        }
        actions={(row) => (
          <DeleteRecord
            permission="logs.view"
            call={remove}
            id={row._id}
            record={`log of ${row.functionName}, ${formatMoment(row.timestamp, timeZone)}`}
            area="Log"
          />
        )}
        empty="No errors yet."
      />
    </Page>
  );
}
