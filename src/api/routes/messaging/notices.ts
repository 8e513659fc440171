import { updateNoticeChoices, getNoticeChoices } from '../../../domain/messaging/notices/choices.js';
import {
  countUnreadNotices,
  listNotices,
  markNoticeRead,
  markNoticesRead,
  markNoticeUnread,
} from '../../../domain/messaging/notices/list.js';
import { createAlert, listUnreadAlerts, markAlertRead } from '../../../domain/messaging/notices/service.js';
import { describeRoutes, route } from '../../route.js';

export const alertRoutes = describeRoutes('notices', 'What the bell shows a user.', [
  route('GET /api/notices', listNotices),
  route('GET /api/notices/unread', countUnreadNotices),
  route('PUT /api/notices/read', markNoticesRead),
  route('PUT /api/notices/:id/read', markNoticeRead),
  route('PUT /api/notices/:id/unread', markNoticeUnread),
  route('GET /api/notices/choices', getNoticeChoices),
  route('PUT /api/notices/choices', updateNoticeChoices),
  route('GET /api/alert/unread', listUnreadAlerts),
  route('PUT /api/alert/update/read/:id', markAlertRead),
  route('POST /api/alert/', createAlert, { status: 201 }),
]);
