import { HOUR, useApi } from '../lib/server/use-api.js';
import { UnreadArea } from './unread-area.js';

const MOST = 200;

/** The announcements for the signed-in user's side that this user has not read. */
export function AnnouncementsArea() {
  const query = useApi('GET /api/announcement/unread', { size: MOST }, { refreshInterval: HOUR });
  return (
    <UnreadArea label="Announcements" icon="megaphone" query={query} textOf={({ msg }) => msg} of="announcement" />
  );
}
