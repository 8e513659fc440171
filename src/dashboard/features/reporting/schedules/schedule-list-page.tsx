import { AddLink } from '../../../components/ui/add-link.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import { DeleteRecord } from '../../../components/shared/record/delete-record.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Page } from '../../../components/ui/page.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { useSide } from '../../../lib/use-side.js';
import { Alarm, Lines, type Schedule } from './schedule-words.js';

const start = { sorts: ['view', 'owner', 'nextRunAt'], sort: 'view', size: 60 } as const;

const columnsFor = (side: 'company' | 'shop'): readonly ColumnDef<Schedule>[] => [
  {
    field: 'view',
    header: 'View',
    sortable: true,
    fixed: true,
    body: ({ _id, view, alarm }) => (
      <Lines>
        <RecordLink href={`/${side}/reports/schedules/form?id=${_id}`}>{view.name}</RecordLink>
        <Alarm text={alarm} />
      </Lines>
    ),
  },
  { field: 'text', header: 'When', body: ({ text }) => <Lines>{text}</Lines> },
  {
    field: 'nextRunAt',
    header: 'Next run',
    sortable: true,
    body: ({ active, nextRunAt, timeZone }) => (active ? formatMoment(nextRunAt, timeZone) : 'Off'),
  },
  { field: 'recipients', header: 'To', width: 200, body: ({ recipients }) => <Lines>{recipients.join(', ')}</Lines> },
  { field: 'format', header: 'Format', hidden: true, body: ({ format }) => (format === 'pdf' ? 'PDF' : 'Excel') },
  { field: 'owner', header: 'Owner', sortable: true, hidden: true, body: ({ owner }) => owner.name },
  {
    field: 'lastRun',
    header: 'Last run',
    body: ({ lastRun, timeZone }) => (lastRun ? formatMoment(lastRun.finishedAt ?? lastRun.dueAt, timeZone) : 'Never'),
  },
];

/** The saved views sent on a schedule, with any problems. */
export function ScheduleListPage() {
  const side = useSide();
  const list = useListState(start);
  const query = useApi('GET /api/schedule', list.query);
  const remove = useSend('DELETE /api/schedule/delete/:id');
  return (
    <Page
      title="Schedules"
      heading={countHeading(query.data?.total, 'Schedule')}
      actions={
        <AddLink permission="views.use" href={`/${side}/reports/schedules/form?new=1`}>
          Add Schedule
        </AddLink>
      }
    >
      <DataList
        name="schedules"
        label="Schedules"
        columns={columnsFor(side)}
        query={query}
        list={list}
        uneven
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search schedules...' }}
        actions={({ _id, view }) => (
          <DeleteRecord
            inMenu
            permission="views.use"
            call={remove}
            id={_id}
            record={`schedule of ${view.name}`}
            area="Schedule"
          />
        )}
        empty="No schedules yet. Click Add Schedule to email a saved view."
      />
    </Page>
  );
}
