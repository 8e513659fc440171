import { listOutbox } from '../../domain/outbox/service.js';
import { route } from '../route.js';

export const outboxRoutes = [route('GET /api/outbox', listOutbox)] as const;
