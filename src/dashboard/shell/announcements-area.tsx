import { HOUR, useApi } from '../lib/server/use-api.js';
import { UnreadArea } from './lazy-unread-area.js';

const MOST = 200;

/** The announcements for the signed-in user's side that this user has not read. */
export function AnnouncementsArea() {
  const input = { size: MOST };
  const { data, error, refresh } = useApi('GET /api/announcement/unread', input, { refreshInterval: HOUR });
  return <UnreadArea items={data?.items} error={error} onRetry={() => void refresh()} />;
}
