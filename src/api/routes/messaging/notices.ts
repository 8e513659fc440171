import { createAlert, listUnreadAlerts, markAlertRead } from '../../../domain/messaging/notices/service.js';
import { route } from '../../route.js';

export const alertRoutes = [
  route('GET /api/alert/unread', listUnreadAlerts),
  route('PUT /api/alert/update/read/:id', markAlertRead),
  route('POST /api/alert/', createAlert, { status: 201 }),
] as const;
