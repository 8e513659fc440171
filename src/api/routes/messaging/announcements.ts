import {
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  listShopAnnouncements,
  listUnreadAnnouncements,
  markAnnouncementRead,
} from '../../../domain/messaging/announcements/service.js';
import { describeRoutes, route } from '../../route.js';

export const announcementsRoutes = describeRoutes(
  'announcements',
  'What the office publishes to its users and shops.',
  [
    route('POST /api/announcement', createAnnouncement, { status: 201 }),
    route('GET /api/announcement/all', listAnnouncements),
    route('GET /api/announcement/unread', listUnreadAnnouncements),
    route('GET /api/announcement/shop', listShopAnnouncements),
    route('PUT /api/announcement/update/:id', updateAnnouncement),
    route('PUT /api/announcement/update/read/:id', markAnnouncementRead),
    route('DELETE /api/announcement/delete/:id', deleteAnnouncement),
  ],
);
