import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { count, formatMoment } from '../../../lib/format.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { Section } from '../../../components/ui/section.js';
import { RunDetails } from './run-details.js';
import { describeCounts, Lines, type Run, type Source, stateLabels } from './source-words.js';

const start = { size: 50 } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Run>[] => [
  {
    field: 'dueAt',
    header: 'Started',
    fixed: true,
    body: ({ startedAt, dueAt, cause, file }) => (
      <Lines>
        <span>{formatMoment(startedAt ?? dueAt, timeZone)}</span>
        {cause === 'push' && <span className="muted">Sent with its API key</span>}
        {cause === 'now' && <span className="muted">{file === null ? 'Pulled manually' : 'Uploaded'}</span>}
      </Lines>
    ),
  },
  { field: 'state', header: 'Status', body: ({ state }) => <StatusTag of="message" status={stateLabels[state]} /> },
  {
    field: 'kind',
    header: 'Scope',
    body: (run) => <Lines>{describeAsked(run, timeZone)}</Lines>,
  },
  {
    field: 'readCount',
    header: 'Read',
    align: 'right',
    body: ({ readCount, sourceCount }) =>
      sourceCount === null || sourceCount === readCount
        ? count(readCount)
        : `${count(readCount)} of ${count(sourceCount)}`,
  },
  { field: 'counts', header: 'Result', body: ({ counts }) => <Lines>{describeCounts(counts)}</Lines> },
  {
    field: 'message',
    header: 'Message',
    body: ({ state, message }) => <Lines>{state === 'failed' || state === 'braked' ? message : ''}</Lines>,
  },
  {
    field: 'finishedAt',
    header: 'Finished',
    hidden: true,
    body: ({ finishedAt }) => formatMoment(finishedAt, timeZone),
  },
];

const describeAsked = ({ since, file, cause }: Run, timeZone: string): string => {
  if (cause === 'push') return '';
  return file ?? (since === null ? 'Everything' : `Changes since ${formatMoment(since, timeZone)}`);
};

/** All runs of a source: when, how many orders were read, and the results. */
export function SourceRuns({ source: { _id: id, timeZone } }: { source: Source }) {
  const list = useListState(start);
  const query = useApi('GET /api/source/:id/runs', { id, page: list.page, size: list.size });
  return (
    <Section title="Pulls">
      <DataList
        name="source-runs"
        label="Pulls"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200, 500]}
        preview={{
          title: ({ dueAt }) => `Pull of ${formatMoment(dueAt, timeZone)}`,
          name: ({ dueAt }) => formatMoment(dueAt, timeZone),
          content: (run) => <RunDetails key={run._id} run={run} />,
        }}
        empty="No pulls yet."
      />
    </Section>
  );
}
