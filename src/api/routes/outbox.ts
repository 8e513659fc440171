import { listOutbox, sendAgain } from '../../domain/outbox/service.js';
import { route } from '../route.js';

export const outboxRoutes = [
  route('GET /api/outbox', listOutbox),
  route('POST /api/outbox/:id/send', sendAgain),
] as const;
