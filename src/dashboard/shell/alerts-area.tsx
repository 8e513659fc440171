import { HOUR, useApi } from '../lib/use-api.js';
import { UnreadArea } from './unread-area.js';

/** The unread alerts, each until it is marked read. */
export function AlertsArea() {
  const query = useApi('GET /api/alert/unread', {}, { refreshInterval: HOUR });
  return <UnreadArea label="Alerts" icon="bell" query={query} textOf={({ content }) => content} of="alert" />;
}
