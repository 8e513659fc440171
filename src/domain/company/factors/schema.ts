import { z } from 'zod';
import { roles } from '../../kernel/rights/roles.js';
import { Passkey } from '../passkeys/schema.js';

/** The next step after the correct password: enter a code, or set up a second factor first. */
export const signInSteps = ['code', 'enroll'] as const;
export type SignInStep = (typeof signInSteps)[number];

/** The answer to the correct password of a user who must take one more step; no session yet. */
export const StepLeft = z.object({
  /** Allows the next step and nothing else, until it expires. */
  ticket: z.string(),
  step: z.enum(signInSteps),
  /** The factors the user can use in the step `code`, besides recovery codes. */
  factors: z.array(z.enum(['authenticator', 'passkey'])),
  expiresAt: z.string(),
});

/** A ticket as the page sends it back. */
export const SignInTicket = z.string('Sign in first').min(1, 'Sign in first').max(100, 'is too long');

/** A code from the authenticator, or a recovery code, as entered by the user. */
export const Code = z.string('Enter the code').trim().min(1, 'Enter the code').max(100, 'is too long');

export const CurrentPassword = z.object({
  currentPassword: z.string('Enter your password').min(1, 'Enter your password').max(200, 'is too long'),
});

/** What an authenticator app needs. */
export const NewAuthenticator = z.object({
  /** The secret as text, for apps without a camera. */
  secret: z.string(),
  /** The same as an `otpauth:` address, which apps can open. */
  uri: z.string(),
  /** The address as a QR code, in SVG. */
  qr: z.string(),
});

/** New recovery codes; null if the user already has some. */
export const ShownCodes = z.object({ msg: z.string(), recoveryCodes: z.array(z.string()).nullable() });

/** A user's second factors, without their secrets. */
export const Factors = z.object({
  authenticator: z.object({ createdAt: z.string(), usedAt: z.string().nullable() }).nullable(),
  passkeys: z.array(Passkey),
  /** The host for which passkeys work; null if they cannot work at this installation's address. */
  passkeyHost: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  /** Whether the user's role requires a second factor. */
  isRequired: z.boolean(),
});

/** The roles that require a second factor, and the suggested choice. */
export const FactorPolicy = z.object({ roles: z.array(z.enum(roles)), moneyRoles: z.array(z.enum(roles)) });

export const FactorPolicyChange = z.object({
  roles: z
    .array(z.enum(roles, 'is not a role'), 'must be a list of roles')
    .max(100)
    .transform((sentRoles) => roles.filter((role) => sentRoles.includes(role))),
});
