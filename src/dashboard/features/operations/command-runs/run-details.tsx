import { Facts } from '../../../components/ui/facts.js';
import { LoadedContent } from '../../../components/ui/loaded.js';
import { formatMoment } from '../../../lib/format.js';
import { useMe } from '../../../lib/server/session.js';
import { useApi } from '../../../lib/server/use-api.js';
import { describeCounts, formatSeconds, type Run, stateLabels } from './run-words.js';
import styles from './runs.module.css';

/** A run at a glance: who, when, its result, and the end of its log. */
export function RunDetails({ run }: { run: Run }) {
  const query = useApi('GET /api/commandrun/:id', { id: run._id });
  const { timeZone } = useMe();
  return (
    <>
      <Facts
        facts={[
          ['Status', stateLabels[run.state]],
          ['Exit code', run.exitCode ?? ''],
          ['Started', formatMoment(run.startedAt, timeZone)],
          ['Finished', formatMoment(run.finishedAt, timeZone)],
          ['Time', formatSeconds(run.seconds)],
          ['Result', describeCounts(run.counts)],
          ['Account', `${run.account} on ${run.host}`],
          ['Acted as', run.actor],
          ['Version', run.version],
        ]}
      />
      <h3>End of the log</h3>
      <LoadedContent query={query}>
        {({ log }) =>
          log === '' ? (
            <p className="muted">No output.</p>
          ) : (
            <pre className={styles['log']} tabIndex={0} aria-label="End of the log">
              {log}
            </pre>
          )
        }
      </LoadedContent>
    </>
  );
}
