import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { AnnouncementBoard } from './announcement-board.js';

const start = { size: 20 } as const;

/** What the office announces to itself. */
export function CompanyAnnouncementsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/announcement/all', { page: list.page, size: list.size, storMorSpecific: 'true' });
  return (
    <AnnouncementBoard
      title="Company announcements"
      what="Company Announcement"
      {...{ list, query }}
      forCompany
      forOwn
    />
  );
}

/** What the office announces to the shops, as the office sees it. */
export function ShopAnnouncementsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/announcement/shop', { page: list.page, size: list.size });
  return <AnnouncementBoard title="Shop announcements" what="Shop Announcement" {...{ list, query }} />;
}

/** What the office announces to the shops, as a shop reads it. */
export function OwnAnnouncementsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/announcement/shop', { page: list.page, size: list.size });
  return <AnnouncementBoard title="Announcements" what="Announcement" {...{ list, query }} forOwn />;
}
