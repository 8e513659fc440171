import { count } from '../lib/format.js';
import { useApi } from '../lib/server/use-api.js';
import styles from './shell.module.css';

/** How many records are waiting for the office; nothing if none are. */
export function WaitingCount() {
  const { data } = useApi('GET /api/approvals', { size: 1 });
  if (!data || data.total === 0) return null;
  return (
    <span className={styles['menu-count']}>
      {count(data.total)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
