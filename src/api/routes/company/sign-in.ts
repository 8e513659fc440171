import {
  createUser,
  changeOwnPassword,
  getCurrentUser,
  listBuilders,
  updatePreference,
  setUpCompany,
  checkSetUpNeeded,
  signIn,
  signOut,
} from '../../../domain/company/users/sign-in.js';
import { describeRoutes, route } from '../../route.js';

export const accessRoutes = describeRoutes('sign-in', 'Sign in and out, and the user who is signed in.', [
  route('GET /api/auth', getCurrentUser),
  route('POST /api/auth', signIn, { session: 'opens' }),
  route('DELETE /api/auth', signOut, { session: 'ends' }),
  route('GET /api/setup', checkSetUpNeeded),
  route('POST /api/users', setUpCompany, { status: 201, session: 'opens' }),
  route('POST /api/users/add', createUser, { status: 201 }),
  route('GET /api/users/builders', listBuilders),
  route('PUT /api/users/password', changeOwnPassword, { session: 'opens', guessable: true }),
  route('PUT /api/users/preferences', updatePreference),
]);
