import { requestPasswordLink } from '../../../domain/messaging/sign-in-links/forgotten.js';
import { resendInvitation, inviteUser, createUserLink } from '../../../domain/messaging/sign-in-links/invite.js';
import { checkSignInLink, redeemSignInLink } from '../../../domain/messaging/sign-in-links/use.js';
import { describeRoutes, route } from '../../route.js';

export const signInLinkRoutes = describeRoutes(
  'sign-in links',
  'Invitations and forgotten passwords: links for setting a password.',
  [
    route('POST /api/users/invite', inviteUser, { status: 201 }),
    route('POST /api/users/:id/invite', resendInvitation),
    route('POST /api/users/:id/link', createUserLink),
    route('POST /api/auth/forgotten', requestPasswordLink),
    route('POST /api/auth/link', checkSignInLink),
    route('POST /api/auth/link/use', redeemSignInLink),
  ],
);
