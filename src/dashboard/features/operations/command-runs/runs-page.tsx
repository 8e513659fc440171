import { ChoiceFilter } from '../../../components/shared/list/filters/choice-chip.js';
import { DataList } from '../../../components/shared/list/data-list.js';
import type { ColumnDef } from '../../../components/shared/list/list-types.js';
import { StatusTag } from '../../../components/shared/status-tag.js';
import { Page } from '../../../components/ui/page.js';
import { countHeading, formatMoment } from '../../../lib/format.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { toInput } from '../../../lib/server/api.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { RunDetails } from './run-details.js';
import { describeCounts, formatSeconds, type Run, runStates, stateLabels } from './run-words.js';
import styles from './runs.module.css';

const start = { size: 50, filters: { state: '' } } as const;

const columnsIn = (timeZone: string): readonly ColumnDef<Run>[] => [
  { field: 'startedAt', header: 'Started', fixed: true, body: (row) => formatMoment(row.startedAt, timeZone) },
  { field: 'line', header: 'Command', body: ({ line }) => <span className={styles['line']}>{line}</span> },
  { field: 'state', header: 'Status', body: ({ state }) => <StatusTag of="message" status={stateLabels[state]} /> },
  { field: 'exitCode', header: 'Exit code', align: 'right' },
  { field: 'counts', header: 'Result', body: ({ counts }) => describeCounts(counts) },
  { field: 'seconds', header: 'Time', align: 'right', body: ({ seconds }) => formatSeconds(seconds) },
  { field: 'account', header: 'Account', hidden: true, body: ({ account, host }) => `${account} on ${host}` },
  { field: 'actor', header: 'Acted as', hidden: true },
  { field: 'version', header: 'Version', hidden: true },
];

/** Runs of commands by cron and other programs, newest first. */
export function RunsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/commandrun', toInput<'GET /api/commandrun'>(list.query)); // from the address: the server refuses invalid filters
  const { timeZone } = useMe();
  const { filters } = list;
  return (
    <Page title="Command Runs" heading={countHeading(query.data?.total, 'Command Run')}>
      <DataList
        name="command-runs"
        label="Command runs"
        columns={columnsIn(timeZone)}
        query={query}
        list={list}
        uneven
        pageSizes={[50, 200, 500]}
        search={{ placeholder: 'Search commands...' }}
        rowTone={({ state }) => (state === 'failed' || state === 'lost' ? 'alert' : undefined)}
        filters={
          <ChoiceFilter
            label="Status"
            choices={runStates}
            value={filters.state}
            onChange={(state) => list.set({ filters: { ...filters, state } })}
          />
        }
        preview={{
          title: ({ line }) => `shedworks ${line}`,
          name: ({ line, startedAt }) => `${line}, ${formatMoment(startedAt, timeZone)}`,
          content: (run) => <RunDetails key={run._id} run={run} />,
        }}
        empty="No runs yet. Commands that run without a terminal, such as from cron, appear here for 90 days."
      />
    </Page>
  );
}
