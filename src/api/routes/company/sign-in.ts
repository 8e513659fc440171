import {
  createUser,
  changeOwnPassword,
  currentUser,
  listBuilders,
  updatePreference,
  setUp,
  setUpNeeded,
  signIn,
  signOut,
} from '../../../domain/company/users/sign-in.js';
import { route } from '../../route.js';

export const accessRoutes = [
  route('GET /api/auth', currentUser),
  route('POST /api/auth', signIn, { session: 'opens' }),
  route('DELETE /api/auth', signOut, { session: 'ends' }),
  route('GET /api/setup', setUpNeeded),
  route('POST /api/users', setUp, { status: 201, session: 'opens' }),
  route('POST /api/users/add', createUser, { status: 201 }),
  route('GET /api/users/builders', listBuilders),
  route('PUT /api/users/password', changeOwnPassword, { session: 'opens', guessable: true }),
  route('PUT /api/users/preferences', updatePreference),
] as const;
