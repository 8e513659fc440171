import { listOutbox, resendMessage } from '../../../domain/messaging/outbox/service.js';
import { route } from '../../route.js';

export const outboxRoutes = [
  route('GET /api/outbox', listOutbox),
  route('POST /api/outbox/:id/send', resendMessage),
] as const;
