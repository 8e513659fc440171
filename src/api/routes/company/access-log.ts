import { exportAccess, listAccess } from '../../../domain/company/access-log/service.js';
import { describeRoutes, route } from '../../route.js';

export const accessLogRoutes = describeRoutes(
  'access log',
  'Sign-ins, failed sign-ins, and changes to accounts, passwords and second factors.',
  [route('GET /api/accesslog', listAccess), route('GET /api/accesslog/export', exportAccess, { file: true })],
);
