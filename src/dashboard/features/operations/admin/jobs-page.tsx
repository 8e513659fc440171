import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import type { Output } from '../../../lib/server/api.js';
import { count, countHeading, formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import styles from './admin.module.css';

type Job = Output<'GET /api/jobs'>['items'][number];

const words = { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' } as const satisfies Record<
  Job['status'],
  string
>;

const getProgress = ({ done, total, step }: Job): string =>
  [total > 0 ? `${count(done)} of ${count(total)}` : '', step].filter(Boolean).join(', ');

const columnsIn = (timeZone: string): readonly ColumnDef<Job>[] => [
  { field: 'name', header: 'Job', fixed: true },
  { field: 'actor', header: 'Requested by' },
  { field: 'status', header: 'Status', body: (row) => <StatusTag of="message" status={words[row.status]} /> },
  { field: 'done', header: 'Progress', body: getProgress },
  { field: 'createdAt', header: 'Requested', body: (row) => formatMoment(row.createdAt, timeZone) },
  { field: 'startedAt', header: 'Started', hidden: true, body: (row) => formatMoment(row.startedAt, timeZone) },
  { field: 'finishedAt', header: 'Finished', body: (row) => formatMoment(row.finishedAt, timeZone) },
  { field: 'error', header: 'Error', body: (row) => row.error && <p className={styles['long-text']}>{row.error}</p> },
];

/** The background jobs of all users, newest first. */
export function JobsPage() {
  const list = useListState({ size: 50 });
  const query = useApi('GET /api/jobs', { page: list.page, size: list.size });
  const { timeZone } = useMe();
  return (
    <Page title="Jobs" heading={countHeading(query.data?.total, 'Job')}>
      <DataList
        name="jobs"
        label="Jobs"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 100, 200]}
        empty="No background jobs yet."
      />
    </Page>
  );
}
