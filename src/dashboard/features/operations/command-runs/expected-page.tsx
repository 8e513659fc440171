import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { Page } from '../../../components/ui/page.js';
import { formatInterval } from '../../../../domain/operations/command-runs/rules.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import type { ExpectedCommand } from './run-words.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import styles from './runs.module.css';

const start = { sorts: ['line', 'everyMinutes', 'dueAt'], sort: 'line', size: 60 } as const;

const problems = { failed: 'Failed', late: 'Did not run' } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<ExpectedCommand>[] => [
  {
    field: 'line',
    header: 'Command',
    sortable: true,
    fixed: true,
    body: ({ _id, line }) => (
      <span className={styles['line']}>
        <RecordLink href={`/company/admin/runs/expected/form?id=${_id}`}>{line}</RecordLink>
      </span>
    ),
  },
  {
    field: 'problem',
    header: 'Status',
    body: ({ problem }) => <StatusTag of="message" status={problem === null ? 'Good' : problems[problem]} />,
  },
  {
    field: 'everyMinutes',
    header: 'At least every',
    sortable: true,
    body: ({ everyMinutes }) => formatInterval(everyMinutes),
  },
  {
    field: 'lastGoodAt',
    header: 'Last successful run',
    body: ({ lastGoodAt }) => formatMoment(lastGoodAt, timeZone) || 'None yet',
  },
  { field: 'dueAt', header: 'Due by', sortable: true, body: ({ dueAt }) => formatMoment(dueAt, timeZone) },
  { field: 'owner', header: 'Owner', body: ({ owner }) => owner?.name ?? 'Super admins' },
];

/** The commands that are expected to run, with any problems. */
export function ExpectedPage() {
  const list = useListState(start);
  const query = useApi('GET /api/expectedcommand', list.query);
  const { timeZone } = useMe();
  return (
    <Page
      title="Expected Commands"
      heading={countHeading(query.data?.total, 'Expected Command')}
      actions={
        <AddLink permission="runs.manage" href="/company/admin/runs/expected/form?new=1">
          Add Expected Command
        </AddLink>
      }
    >
      <DataList
        name="expected-commands"
        label="Expected commands"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search commands...' }}
        rowTone={({ problem }) => (problem === null ? undefined : 'alert')}
        empty="No expected commands yet. Add those that cron runs, such as backup: their owner is notified when one fails or does not run."
      />
    </Page>
  );
}
