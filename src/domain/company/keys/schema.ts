import { z } from 'zod';
import { Id, NamedRecord, RequiredText } from '../../kernel/records/fields.js';
import { scopes } from '../../kernel/rights/scopes.js';

/** A permission that an API key can have. */
export const Scope = z.enum(scopes, 'is not a permission that a key can have');

export const keyStatuses = ['active', 'expired', 'blocked', 'revoked'] as const;

const NETWORK = 'must be IP addresses or networks such as 192.0.2.10 or 192.0.2.0/24';
const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], NETWORK);

const fields = {
  name: RequiredText('Enter a name', 100),
  scopes: z
    .array(Scope)
    .min(1, 'must include at least one permission')
    .max(500)
    .transform((sentScopes) => scopes.filter((scope) => sentScopes.includes(scope))),
  /** Whether it is read-only. */
  readOnly: z.boolean('must be true or false'),
  /** The addresses from which it works; an empty list for any. */
  networks: z.array(Network, NETWORK).max(50, 'must have at most 50 addresses'),
  /** Its limit of calls per minute. */
  rate: z.int('must be a whole number').min(1, 'must be at least 1').max(60_000, 'must be at most 60,000'),
  /** When it expires; null for never. */
  expiresAt: z.iso.datetime({ offset: true, error: 'must be a date and time such as 2027-01-31T00:00:00Z' }).nullable(),
};

/** The default calls per minute of a key. */
export const USUAL_RATE = 600;

/** A new API key of a shop, or of the company (null). */
export const NewKey = z.object({
  ...fields,
  shop: Id.nullable().default(null),
  readOnly: fields.readOnly.default(false),
  networks: fields.networks.default([]),
  rate: fields.rate.default(USUAL_RATE),
  expiresAt: fields.expiresAt.default(null),
});
export type NewKey = z.output<typeof NewKey>;

/** A change of an API key; fields left out are unchanged. */
export const KeyChange = z.object(fields).partial();

export const KeyRotation = z.object({
  id: Id,
  /** How long the previous secret stays valid. */
  overlapHours: z.coerce
    .number('must be a number of hours')
    .min(0, 'must not be negative')
    .max(24 * 30, 'must be at most 720')
    .default(24),
});

/** A secret of a key, without the secret itself. */
const KeySecret = z.object({
  /** The visible part, to recognize it by. */
  prefix: z.string(),
  createdAt: z.string(),
  /** When it expires because a newer one replaces it; null if it expires with the key. */
  expiresAt: z.string().nullable(),
  usedAt: z.string().nullable(),
  usedFrom: z.string().nullable(),
  refusedAt: z.string().nullable(),
  refusedFrom: z.string().nullable(),
  refusedWhy: z.string().nullable(),
});

/** An API key, without its secrets. */
export const Key = z.object({
  _id: z.uuid(),
  name: z.string(),
  shop: NamedRecord.nullable(),
  /** Who created or last rotated it. The key can never do more than this user. */
  maker: z.string(),
  scopes: z.array(z.string()),
  readOnly: z.boolean(),
  networks: z.array(z.string()),
  rate: z.int(),
  expiresAt: z.string().nullable(),
  status: z.enum(keyStatuses),
  /** When it was last used, rounded to the minute; null for never. */
  usedAt: z.string().nullable(),
  /** The valid secrets, newest first. */
  secrets: z.array(KeySecret),
  createdAt: z.string(),
  revision: z.int(),
});
export type Key = z.output<typeof Key>;

/** A new secret of a key. No other response ever contains it. */
export const ShownKey = z.object({ msg: z.string(), item: Key, key: z.string() });
