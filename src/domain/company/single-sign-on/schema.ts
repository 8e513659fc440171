import { z } from 'zod';
import { OneLine, RequiredText } from '../../kernel/records/fields.js';
import { roles } from '../../kernel/rights/roles.js';

/** What someone may do who signs in with the provider. */
export const SsoRights = z.object({
  role: z.enum(roles, 'is not a role'),
  shopId: z.uuid('is not a valid ID').nullable(),
});
export type SsoRights = z.output<typeof SsoRights>;

/** Whoever has this value in the claim gets these rights. */
export const SsoRule = SsoRights.extend({ value: RequiredText('is required', 200) });
export type SsoRule = z.output<typeof SsoRule>;

const form = {
  /** How people know the provider. */
  name: RequiredText('Enter a name', 60),
  /** Its address, exactly as it calls itself. */
  issuer: z.url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.com' }).max(500),
  clientId: RequiredText('Enter the client ID', 500),
  /** The claim that decides the role, such as `groups`; empty: none. */
  claim: OneLine().max(200).default(''),
  /** The first rule whose value the claim has decides. */
  rules: z.array(SsoRule).max(100).default([]),
  /** The rights of those whom no rule fits; null: they are refused. */
  fallback: SsoRights.nullable().default(null),
  /** Whether people who have no account here get one. */
  createsUsers: z.boolean().default(false),
  /** Whether people may also sign in with a password or a passkey; super admins always may. */
  allowsPasswords: z.boolean().default(true),
  /** Whether the second factor is left to the provider. */
  trustsFactors: z.boolean().default(false),
};

/** Without a secret the stored one stays. */
export const SsoChange = z.object({ ...form, clientSecret: z.string().min(1).max(1000).optional() });

/** The settings, without the secret. */
export const SsoSettings = z.object({ ...form, redirectAddress: z.string() });

/** What the sign-in page shows of it. */
export const SsoOffer = z.object({ name: z.string(), signOutAddress: z.string().nullable() });
