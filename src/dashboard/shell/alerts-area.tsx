import { HOUR, useApi } from '../lib/server/use-api.js';
import { UnreadArea } from './lazy-unread-area.js';

/** The unread alerts, each until it is marked as read. */
export function AlertsArea() {
  const { data, error, refresh } = useApi('GET /api/alert/unread', {}, { refreshInterval: HOUR });
  return (
    <UnreadArea
      label="Alerts"
      icon="bell"
      items={data?.items.map(({ _id, content, href }) => ({ _id, text: content, href }))}
      error={error}
      onRetry={() => void refresh()}
      of="alert"
    />
  );
}
