import {
  beginOwnAuthenticator,
  confirmOwnAuthenticator,
  removeOwnAuthenticator,
  renewRecoveryCodes,
  getFactors,
} from '../../../domain/company/factors/service.js';
import { updateFactorPolicy, getFactorPolicy } from '../../../domain/company/factors/policy.js';
import {
  beginRequiredAuthenticator,
  confirmRequiredAuthenticator,
  enterCode,
} from '../../../domain/company/factors/sign-in-steps.js';
import { beginOwnPasskey, confirmOwnPasskey, removeOwnPasskey } from '../../../domain/company/passkeys/service.js';
import {
  beginRequiredPasskey,
  confirmRequiredPasskey,
  offerSignIn,
  signInWithPasskey,
} from '../../../domain/company/passkeys/sign-in.js';
import { resetFactors } from '../../../domain/messaging/notices/reset-factors.js';
import { describeRoutes, route } from '../../route.js';

export const factorsRoutes = describeRoutes(
  'second factors',
  'Authenticator apps, passkeys, recovery codes, and the roles that need them.',
  [
    route('POST /api/auth/code', enterCode, { session: 'opens' }),
    route('POST /api/auth/authenticator', beginRequiredAuthenticator),
    route('POST /api/auth/authenticator/confirm', confirmRequiredAuthenticator, { session: 'opens' }),
    route('POST /api/auth/passkey/options', offerSignIn),
    route('POST /api/auth/passkey', signInWithPasskey, { session: 'opens' }),
    route('POST /api/auth/passkey/enroll', beginRequiredPasskey),
    route('POST /api/auth/passkey/enroll/confirm', confirmRequiredPasskey, { session: 'opens' }),
    route('GET /api/factors', getFactors),
    route('POST /api/factors/authenticator', beginOwnAuthenticator, { guessable: true }),
    route('POST /api/factors/authenticator/confirm', confirmOwnAuthenticator),
    route('POST /api/factors/authenticator/remove', removeOwnAuthenticator, { guessable: true }),
    route('POST /api/factors/passkey', beginOwnPasskey, { guessable: true }),
    route('POST /api/factors/passkey/confirm', confirmOwnPasskey),
    route('POST /api/factors/passkey/:id/remove', removeOwnPasskey, { guessable: true }),
    route('POST /api/factors/recovery', renewRecoveryCodes, { guessable: true }),
    route('GET /api/factors/policy', getFactorPolicy),
    route('PUT /api/factors/policy', updateFactorPolicy),
    route('POST /api/users/:id/reset-factors', resetFactors),
  ],
);
