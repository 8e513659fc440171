import {
  endOtherSessions,
  endOwnSession,
  endUserSession,
  endUserSessions,
  listOwnSessions,
  listUserSessions,
} from '../../../domain/company/sessions/service.js';
import { describeRoutes, route } from '../../route.js';

export const sessionRoutes = describeRoutes('sessions', 'Where users are signed in; ending sessions.', [
  route('GET /api/auth/sessions', listOwnSessions),
  route('DELETE /api/auth/sessions/:session', endOwnSession),
  route('POST /api/auth/sessions/end', endOtherSessions, { session: 'opens' }),
  route('GET /api/users/:id/sessions', listUserSessions),
  route('DELETE /api/users/:id/sessions/:session', endUserSession),
  route('DELETE /api/users/:id/sessions', endUserSessions),
]);
