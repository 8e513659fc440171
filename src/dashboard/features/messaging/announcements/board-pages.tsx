import { useApi } from '../../../lib/server/use-api.js';
import { useListState } from '../../../lib/list/use-list-state.js';
import { AnnouncementBoard } from './announcement-board.js';

const start = { size: 20 } as const;

/** Announcements for the office only. */
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

/** Announcements for the shops, on the office's side. */
export function ShopAnnouncementsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/announcement/shop', { page: list.page, size: list.size });
  return <AnnouncementBoard title="Shop announcements" what="Shop Announcement" {...{ list, query }} />;
}

/** Announcements for the shops, on a shop's side. */
export function OwnAnnouncementsPage() {
  const list = useListState(start);
  const query = useApi('GET /api/announcement/shop', { page: list.page, size: list.size });
  return <AnnouncementBoard title="Announcements" what="Announcement" {...{ list, query }} forOwn />;
}
