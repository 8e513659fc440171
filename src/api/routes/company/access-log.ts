import { exportAccess, listAccess } from '../../../domain/company/access-log/service.js';
import { route } from '../../route.js';

export const accessLogRoutes = [
  route('GET /api/accesslog', listAccess),
  route('GET /api/accesslog/export', exportAccess, { file: true }),
] as const;
