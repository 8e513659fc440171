import { formatCents } from '../cents.js';
import { define } from './define.js';

/** Errors of access: signing in, accounts, keys, rights. */
export const accessErrors = {
  'not-signed-in': define('unauthenticated', () => 'Sign in to continue.'),
  'invalid-credentials': define('unauthenticated', () => 'Invalid Credentials'),
  'invalid-code': define(
    'unauthenticated',
    () => 'This code is not valid. Enter a new one; if you signed in more than 5 minutes ago, start again.',
  ),
  'no-single-sign-on': define('conflict', () => 'Single sign-on is not set up.'),
  'provider-away': define(
    'unavailable',
    (d: { name: string }) => `${d.name} cannot be reached now. Try again later, or sign in with your password.`,
  ),
  'sso-refused': define('unauthenticated', (d: { why: string }) => d.why),
  'sso-only': define(
    'forbidden',
    (d: { name: string }) => `Your company signs in with ${d.name}. Choose Sign in with ${d.name}.`,
  ),
  'ticket-over': define('unauthenticated', () => 'Signing in took too long. Start again.'),
  'factor-required': define(
    'conflict',
    () => 'Your role needs a second factor. Add another one before you remove this one.',
  ),
  'no-factor': define('conflict', () => 'Set up an authenticator app or a passkey first.'),
  'invalid-passkey': define(
    'unauthenticated',
    () => 'This passkey was not accepted. Try again; if you signed in more than 5 minutes ago, start again.',
  ),
  'no-passkeys-here': define(
    'conflict',
    () => 'Passkeys need an https address with a domain name. Ask the operator to set PUBLIC_URL.',
  ),
  'own-factor-missing': define(
    'conflict',
    () => 'Set up your own second factor first. Otherwise this change would sign you out.',
  ),
  'unknown-host': define(
    'forbidden',
    (d: { host: string }) =>
      `This server does not accept requests for ${d.host}. To allow it, add the name to ALLOWED_HOSTS and restart Shedworks.`,
  ),
  'demo-account': define(
    'forbidden',
    () =>
      'Demo passwords are public, so demo accounts work only on the machine that runs the demo. To use them from elsewhere, start the demo with --i-know.',
  ),
  'foreign-page': define('forbidden', () => 'This request came from another site.'),
  'permission-denied': define('forbidden', () => 'Permission Denied'),
  'view-only': define('forbidden', () => 'Your account is view-only. You cannot make changes.'),
  'already-set-up': define(
    'forbidden',
    () => 'This installation is already set up. Ask a super admin to add you as a user.',
  ),
  'last-super-admin': define(
    'conflict',
    (d: { name: string }) => `${d.name} is the last active super admin. Make another user a super admin first.`,
  ),
  'own-account': define('conflict', (d: { why: string }) => d.why),
  'link-invalid': define(
    'unprocessable',
    () => 'This link does not work: it was used, has expired, or there is a newer one. Ask for a new link.',
  ),
  'has-password': define('conflict', (d: { name: string }) => `${d.name} already has a password.`),
  'user-inactive': define('conflict', (d: { name: string }) => `${d.name} is deactivated. Activate the user first.`),
  'own-decision': define(
    'forbidden',
    (d: { what: string; who: string }) => `${d.what} is your own work. Users cannot approve their own work. ${d.who}`,
  ),
  'second-person-needed': define('forbidden', (d: { why: string; who: string }) => `${d.why} ${d.who}`),
  'amount-needs-role': define(
    'forbidden',
    (d: { what: string; amount: number; limit: number; needs: string; who: string }) =>
      `${d.what} is ${formatCents(d.amount)}. Amounts above ${formatCents(d.limit)} need ${d.needs === 'Office Admin' ? 'an Office Admin' : 'a super admin'}. ${d.who}`,
  ),
  'request-not-needed': define('conflict', () => 'This change does not need a second person. Make it yourself.'),
  'request-decided': define(
    'conflict',
    (d: { state: string; by: string }) => `This request was already ${d.state} by ${d.by}.`,
  ),
  'request-own': define(
    'forbidden',
    (d: { who: string }) => `You requested this yourself, so another user must decide. ${d.who}`,
  ),
  'key-revoked': define('conflict', () => 'This API key is revoked. Add a new one.'),
  'too-many-attempts': define(
    'too-many',
    (d: { retryAfter: number }) => `Too many attempts. Try again in ${Math.ceil(d.retryAfter / 60)} minutes.`,
  ),
} as const;
