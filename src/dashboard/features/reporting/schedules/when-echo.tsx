import { formatMoment } from '../../../lib/format.js';
import { useApi } from '../../../lib/server/use-api.js';
import { useSettled } from '../../../lib/use-settled.js';
import styles from './schedules.module.css';
import { parseOwnJson } from '../../../../domain/kernel/objects.js';

/** When a cron expression runs, in readable form, with its next three runs; or why it is invalid. */
export function WhenEcho({ cron, timeZone }: { cron: string; timeZone: string }) {
  const question = useSettled(JSON.stringify({ cron, timeZone }), 300);
  const { cron: settledCron, timeZone: zone } = parseOwnJson<{ cron: string; timeZone: string }>(question); // the shape written above
  const { data, error } = useApi(
    'GET /api/schedule/when',
    settledCron && zone ? { cron: settledCron, timeZone: zone } : null,
  );
  return (
    <div role="status" className={styles['schedule-when']}>
      {error ? (
        <span className="error">{error.msg}</span>
      ) : (
        data && (
          <>
            <strong>{data.text}</strong>
            <span className="muted">Next runs: {data.next.map((at) => formatMoment(at, zone)).join(' · ')}</span>
          </>
        )
      )}
    </div>
  );
}
