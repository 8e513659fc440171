import { forgotPassword } from '../../../domain/messaging/sign-in-links/forgotten.js';
import { inviteAgain, inviteUser, makeUserLink } from '../../../domain/messaging/sign-in-links/invite.js';
import { checkLink, useLink } from '../../../domain/messaging/sign-in-links/use.js';
import { route } from '../../route.js';

export const signInLinkRoutes = [
  route('POST /api/users/invite', inviteUser, { status: 201 }),
  route('POST /api/users/:id/invite', inviteAgain),
  route('POST /api/users/:id/link', makeUserLink),
  route('POST /api/auth/forgotten', forgotPassword),
  route('POST /api/auth/link', checkLink),
  route('POST /api/auth/link/use', useLink),
] as const;
