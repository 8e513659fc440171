import { z } from 'zod';
import { TableFormat } from '../../files/table-format.js';
import { Id } from '../../kernel/records/fields.js';

/** The kinds of events in the access log. */
export const accessKinds = [
  'sign-in',
  'new-device',
  'sign-out',
  'session',
  'password',
  'link',
  'factor',
  'role',
  'account',
] as const;
export type AccessKind = (typeof accessKinds)[number];

export const accessResults = ['done', 'refused'] as const;
export type AccessResult = (typeof accessResults)[number];

/** The labels of the kinds on screens. */
export const accessLabels = {
  'sign-in': 'Sign-in',
  'new-device': 'New device',
  'sign-out': 'Sign-out',
  session: 'Session ended',
  password: 'Password',
  link: 'Link',
  factor: 'Second factor',
  role: 'Role',
  account: 'Account',
} as const satisfies Record<AccessKind, string>;

/** An entry of the access log. */
export const AccessEvent = z.object({
  _id: z.uuid(),
  at: z.string(),
  kind: z.enum(accessKinds),
  result: z.enum(accessResults),
  /** The account concerned; without an ID if no account has the address. */
  user: z.object({ _id: z.uuid().nullable(), name: z.string(), email: z.string() }),
  /** Who did it; empty if not known. */
  actor: z.string(),
  via: z.enum(['web', 'key', 'cli', 'job']),
  /** The IP address; empty for the command line and jobs. */
  address: z.string(),
  /** The browser and the system, such as `Firefox on Windows`. */
  device: z.string(),
  detail: z.string(),
  requestId: z.string(),
});
export type AccessEvent = z.output<typeof AccessEvent>;

/** The filters that an entry must match; all of them apply. */
const AccessFilter = z.object({
  /** Searches user, actor, address, device and detail. */
  search: z.string().trim().max(200).optional(),
  kind: z.enum(accessKinds).optional(),
  result: z.enum(accessResults).optional(),
  user: Id.optional(),
  /** The first and last day, in the company's time zone. */
  from: z.iso.date('is not a valid date').optional(),
  to: z.iso.date('is not a valid date').optional(),
});
export type AccessFilter = z.output<typeof AccessFilter>;

export const ListAccess = AccessFilter.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(50),
});

export const ExportAccess = AccessFilter.extend({ format: TableFormat });
