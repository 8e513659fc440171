import { ActionButton } from '../../../components/ui/button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { Section } from '../../../components/ui/section.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { count, formatMoment } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { Lines, type Run, type Schedule, getState } from './schedule-words.js';

const start = { size: 50 } as const;
const causes = { schedule: '', now: 'Sent manually', again: 'Sent again' } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Run>[] => [
  {
    field: 'dueAt',
    header: 'Due',
    fixed: true,
    body: ({ dueAt, cause, late, missed }) => (
      <Lines>
        <span>{formatMoment(dueAt, timeZone)}</span>
        {causes[cause] && <span className="muted">{causes[cause]}</span>}
        {late && <span className="muted">{missed > 0 ? `Late, once for ${missed + 1} missed runs` : 'Late'}</span>}
      </Lines>
    ),
  },
  {
    field: 'status',
    header: 'Status',
    body: (run) => (
      <Lines>
        <StatusTag of="message" status={getState(run)} />
        {(run.error ?? run.message?.error) && <span className="muted">{run.error ?? run.message?.error}</span>}
      </Lines>
    ),
  },
  { field: 'startedAt', header: 'Started', hidden: true, body: ({ startedAt }) => formatMoment(startedAt, timeZone) },
  { field: 'finishedAt', header: 'Finished', body: ({ finishedAt }) => formatMoment(finishedAt, timeZone) },
  { field: 'rows', header: 'Rows', align: 'right', body: ({ rows }) => (rows === null ? '' : count(rows)) },
  {
    field: 'totals',
    header: 'Totals',
    body: ({ totals }) => (
      <Lines>
        {(totals ?? []).map(({ label, value }) => (
          <span key={label}>
            {label}: {value}
          </span>
        ))}
      </Lines>
    ),
  },
  {
    field: 'fileName',
    header: 'File',
    body: ({ fileName, attached }) => (
      <Lines>
        {fileName}
        {attached === false && <span className="muted">Too large to attach</span>}
      </Lines>
    ),
  },
  { field: 'recipients', header: 'To', hidden: true, body: ({ recipients }) => <Lines>{recipients.join(', ')}</Lines> },
];

/** Every run of a schedule: due time, result, report summary and email. */
export function DeliveryLog({ schedule: { _id: id, timeZone } }: { schedule: Schedule }) {
  const list = useListState(start);
  const query = useApi('GET /api/schedule/:id/runs', { id, page: list.page, size: list.size });
  return (
    <Section title="Delivery log">
      <DataList
        name="schedule-runs"
        label="Delivery log"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200, 500]}
        preview={{
          title: ({ dueAt }) => `Run of ${formatMoment(dueAt, timeZone)}`,
          name: ({ dueAt }) => formatMoment(dueAt, timeZone),
        }}
        actions={(run) => (run.finishedAt === null ? null : <SendAgain run={run} timeZone={timeZone} />)}
        empty="No runs yet."
      />
    </Section>
  );
}

function SendAgain({ run: { _id: id, dueAt, status }, timeZone }: { run: Run; timeZone: string }) {
  const { notify } = useNotify('Run');
  const { send, pending } = useSend('POST /api/schedule/run/:id/again');
  const label = status === 'failed' ? 'Run again' : 'Send again';
  return (
    <ActionButton
      permission="views.use"
      pending={pending}
      aria-label={`${label}: ${formatMoment(dueAt, timeZone)}`}
      onClick={() => void notify(send({ id }))}
    >
      {label}
    </ActionButton>
  );
}
