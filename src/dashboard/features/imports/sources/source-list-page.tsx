import { AddLink } from '../../../components/ui/add-link.js';
import { ActionButton } from '../../../components/ui/button.js';
import { useNotify } from '../../../components/ui/overlay/use-notify.js';
import { Page } from '../../../components/ui/page.js';
import { LinkButton } from '../../../components/shared/link-button.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { RecordLink } from '../../../components/shared/record/record-link.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useApi, useSend } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { isPulled, kindLabels, Lines, Problem, type Source, stateLabels } from './source-words.js';

const start = { sorts: ['name', 'kind', 'nextRunAt'], sort: 'name', size: 60 } as const;

const columns: readonly ColumnDef<Source>[] = [
  {
    field: 'name',
    header: 'Name',
    sortable: true,
    fixed: true,
    body: ({ _id, name, problem }) => (
      <Lines>
        <RecordLink href={`/company/import/sources/form?id=${_id}`}>{name}</RecordLink>
        <Problem text={problem} />
      </Lines>
    ),
  },
  {
    field: 'kind',
    header: 'Kind',
    sortable: true,
    body: ({ kind, address, key }) => (
      <Lines>
        <span>{kindLabels[kind]}</span>
        <span className="muted">{key ? `API key: ${key.name}` : address}</span>
      </Lines>
    ),
  },
  {
    field: 'schedule',
    header: 'When',
    body: (source) => <SourceTimes source={source} />,
  },
  {
    field: 'lastRun',
    header: 'Last pull',
    body: ({ lastRun, timeZone }) =>
      lastRun ? (
        <Lines>
          <StatusTag of="message" status={stateLabels[lastRun.state]} />
          <span>{formatMoment(lastRun.finishedAt, timeZone)}</span>
          {lastRun.state === 'done' && <span className="muted">{lastRun.message}</span>}
        </Lines>
      ) : (
        'Never'
      ),
  },
  {
    field: 'nextRunAt',
    header: 'Next pull',
    sortable: true,
    body: ({ nextRunAt, timeZone }) => formatMoment(nextRunAt, timeZone),
  },
  { field: 'owner', header: 'Owner', hidden: true, body: ({ owner }) => owner?.name ?? 'Office Admins' },
];

/** When a source is pulled, and when everything is compared. */
function SourceTimes({ source: { kind, schedule, fullSchedule, paused } }: { source: Source }) {
  if (kind === 'upload') return <Lines>When a file is uploaded</Lines>;
  if (paused) return <Lines>Paused</Lines>;
  if (kind === 'push') return <Lines>When its API key sends orders</Lines>;
  return (
    <Lines>
      <span>{schedule ?? 'On request only'}</span>
      {fullSchedule !== null && <span className="muted">Full comparison: {fullSchedule}</span>}
    </Lines>
  );
}

/** The sources that orders are pulled from, with their last run and any problems. */
export function SourceListPage() {
  const list = useListState(start);
  const query = useApi('GET /api/source', list.query);
  return (
    <Page
      title="Sources"
      heading={countHeading(query.data?.total, 'Source')}
      actions={
        <>
          <LinkButton href="/company/reports/reconciliation">Reconciliation</LinkButton>
          <AddLink permission="company.write" href="/company/import/sources/form?new=1">
            Add Source
          </AddLink>
        </>
      }
    >
      <DataList
        name="sources"
        label="Sources"
        columns={columns}
        query={query}
        list={list}
        uneven
        pageSizes={[60, 200, 500]}
        search={{ placeholder: 'Search sources...' }}
        rowTone={({ problem }) => (problem === null ? undefined : 'alert')}
        actions={(source) =>
          source.kind === 'upload' ? (
            <LinkButton href={`/company/import/sources/form?id=${source._id}`} label={`Upload file: ${source.name}`}>
              Upload file
            </LinkButton>
          ) : isPulled(source.kind) ? (
            <PullNow source={source} small />
          ) : null
        }
        empty="No sources yet. Click Add Source to pull orders from the sales system."
      />
    </Page>
  );
}

interface PullNowProps {
  readonly source: Source;
  readonly small?: boolean;
  /** Pulls everything, not only changes. */
  readonly full?: boolean;
}

/** Pulls a source now; disabled while it is being pulled. */
export function PullNow({ source: { _id: id, name, lastRun }, small = false, full = false }: PullNowProps) {
  const { notify } = useNotify('Source');
  const { send, pending } = useSend('POST /api/source/:id/pull');
  const isOpen = lastRun?.state === 'waiting' || lastRun?.state === 'running';
  return (
    <ActionButton
      permission="orders.import"
      {...(small ? { 'aria-label': `Pull now: ${name}` } : full ? {} : { icon: 'download' as const })}
      pending={pending}
      disabledReason={isOpen ? 'This source is being pulled.' : null}
      onClick={() => void notify(send({ id, ...(full ? { kind: 'full' } : {}) }))}
    >
      {full ? 'Compare everything' : 'Pull now'}
    </ActionButton>
  );
}
