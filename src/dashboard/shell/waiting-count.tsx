import { count } from '../lib/format.js';
import { useApi } from '../lib/server/use-api.js';

/** How many records wait for the office; nothing while none does. */
export function WaitingCount() {
  const { data } = useApi('GET /api/approvals', { size: 1 });
  if (!data || data.total === 0) return null;
  return (
    <span className="menu-count">
      {count(data.total)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
