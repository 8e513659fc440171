import { z } from 'zod';
import { Id, OneLine, RequiredText } from '../../kernel/records/fields.js';
import { roles } from '../../kernel/rights/roles.js';
import { JsonFields } from '../../kernel/records/json-fields.js';

/** The rights of someone who signs in with the provider. */
export const SsoRights = z.object({
  role: z.enum(roles, 'is not a role'),
  shopId: Id.nullable(),
});
export type SsoRights = z.output<typeof SsoRights>;

/** The value of the claim that grants these rights. */
export const SsoRule = SsoRights.extend({ value: RequiredText('is required', 200) });
export type SsoRule = z.output<typeof SsoRule>;

const form = {
  /** The provider's name on the sign-in page. */
  name: RequiredText('Enter a name', 60),
  /** Its issuer address, exactly as the provider states it. */
  issuer: z.url({ protocol: /^https?$/, error: 'must be an address such as https://login.example.com' }).max(500),
  clientId: RequiredText('Enter the client ID', 500),
  /** The claim that decides the role, such as `groups`; empty for none. */
  claim: OneLine().max(200).default(''),
  /** The first rule whose value the claim has decides. */
  rules: z.array(SsoRule).max(100).default([]),
  /** The rights if no rule matches; null to refuse. */
  fallback: SsoRights.nullable().default(null),
  /** Whether to add users for people who have none. */
  createsUsers: z.boolean().default(false),
  /** Whether users may also sign in with a password or a passkey. Super admins always may. */
  allowsPasswords: z.boolean().default(true),
  /** Whether the provider takes care of the second factor. */
  trustsFactors: z.boolean().default(false),
};

/** Without a secret, the stored one is unchanged. */
export const SsoChange = z.object({
  ...form,
  clientSecret: z.string().min(1, 'Enter the client secret').max(1000, 'must be at most 1,000 characters').optional(),
  /** The revision that the change started from: 0 if there was no provider. Left out: the current one. */
  revision: z.int().min(0).optional(),
});

/** The settings, without the secret, and how they are used. */
export const SsoSettings = z.object({
  _id: z.uuid(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  claim: z.string(),
  rules: z.array(SsoRule),
  fallback: SsoRights.nullable(),
  createsUsers: z.boolean(),
  allowsPasswords: z.boolean(),
  trustsFactors: z.boolean(),
  /** Where the provider ends its own sessions; null if it has no such page. */
  signOutAddress: z.string().nullable(),
  secretSetAt: z.string(),
  /** How many users have signed in with the provider, and when the last of them did. */
  users: z.int(),
  usedAt: z.string().nullable(),
  /** The address to which the provider sends people back. */
  redirectAddress: z.string(),
  revision: z.int(),
});
export type SsoSettings = z.output<typeof SsoSettings>;

/** Settings to test, and the claims of a sample person. */
export const SsoTrial = SsoChange.extend({ claims: JsonFields(100_000).optional() });

/** What a test of the provider found that an administrator should know. */
export const SsoTest = z.object({
  msg: z.string(),
  findings: z.array(z.string()),
  /** The address to register at the provider. */
  redirectAddress: z.string(),
  /** The role that the claims of the sample get, as a sentence; null without a sample. */
  sample: z.object({ email: z.string().nullable(), rights: SsoRights.nullable(), msg: z.string() }).nullable(),
});

/** What the sign-in page shows about it. */
export const SsoOffer = z.object({ name: z.string(), signOutAddress: z.string().nullable() });
