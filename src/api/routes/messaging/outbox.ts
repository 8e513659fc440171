import { listOutbox, resendMessage } from '../../../domain/messaging/outbox/service.js';
import { describeRoutes, route } from '../../route.js';

export const outboxRoutes = describeRoutes('outbox', 'Outgoing emails and tickets.', [
  route('GET /api/outbox', listOutbox),
  route('POST /api/outbox/:id/send', resendMessage),
]);
