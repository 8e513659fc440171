import { z } from 'zod';
import { Logo } from '../company/logo-schema.js';
import { Id, NamedRecord, OneLine, RequiredText } from '../../kernel/records/fields.js';
import { grants, roles } from '../../kernel/rights/roles.js';
import { passwordLength } from './rules.js';

export const Password = z
  .string()
  .min(passwordLength.min, `must be at least ${passwordLength.min} characters`)
  .max(passwordLength.max);
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('is not a valid email address'));

/** A user as everyone may see them, without the password. */
export const User = z.object({
  _id: z.uuid(),
  name: z.string(),
  userName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  shop: NamedRecord.nullable(),
  viewOnly: z.boolean(),
  superAdmin: z.boolean(),
  superRole: z.string().nullable(),
  grants: z.array(z.enum(grants)),
});
export type User = z.infer<typeof User>;

/** The signed-in user, with everything that the frame around the screens shows. */
export const Me = User.extend({
  companyName: z.string(),
  productName: z.string(),
  logo: Logo.nullable(),
  timeZone: z.string(),
  preferences: z.record(z.string(), z.unknown()),
});

export const SignIn = z
  .object({
    userName: z.string().trim().max(254).optional(),
    email: z.string().trim().max(254).optional(),
    password: z.string({ error: 'Please input your password!' }).min(1, 'Please input your password!').max(200),
  })
  .refine((v) => v.userName || v.email, { path: ['userName'], message: 'Please input your username!' });

/** First set-up: the company and its first Office Admin. */
export const SetUp = z.object({
  setupCode: z.string('Enter the setup code.').max(100),
  companyName: RequiredText('is required'),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago').default('America/Chicago'),
  name: RequiredText('is required'),
  userName: Email,
  password: Password,
});

/** A user added by a super admin or the command line. */
export const NewUser = z
  .object({
    name: RequiredText('is required'),
    userName: Email,
    password: Password,
    role: z.enum(roles),
    shop: z.string().nullish(),
    viewOnly: z.boolean().default(false),
    superAdmin: z.boolean().default(false),
    superRole: OneLine().max(50).nullish(),
    grants: z.array(z.enum(grants)).max(100).default([]),
  })
  .strip();

/** A user as shown to those who manage or look up users. */
export const ListedUser = User.extend({
  active: z.boolean(),
  /** Whether the user has a password, set by themselves or by someone else. */
  hasPassword: z.boolean(),
  /** Until when the user's invitation is valid; null if there is none, or it was used or revoked. */
  invitedUntil: z.string().nullable(),
  /** Whether signing in requires more than the password. */
  secondFactor: z.boolean(),
  /** Whether mail servers repeatedly refused the email address. */
  emailRefused: z.boolean(),
  revision: z.int(),
});
export type ListedUser = z.infer<typeof ListedUser>;

export const userSorts = ['name', 'email', 'role', 'shop'] as const;
export const userSort = z.enum([...userSorts, ...userSorts.map((field) => `-${field}` as const)]).default('name');

const Name = RequiredText('Enter a name');
const Flag = z.boolean('must be true or false');
const NewPassword = z.string('Please input your password!').pipe(Password);

interface AccountName {
  readonly email?: string | undefined;
  readonly userName?: string | undefined;
}
/** The address a user signs in with, under either of its two names. */
export const formatAddress = ({ email, userName }: AccountName): string | undefined => email ?? userName;
const Address = { email: Email.optional(), userName: Email.optional() };
const needsAddress = {
  path: ['email'],
  error: 'Enter an email address',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null, // reported together with the other problems
};
const isAddressed = (person: AccountName): boolean => formatAddress(person) !== undefined;

const NewPerson = z.object({
  ...Address,
  name: Name,
  password: NewPassword,
  viewOnly: Flag.default(false),
  superAdmin: Flag.default(false),
});

/** The Add User form of the company. */
export const NewCompanyUser = NewPerson.extend({
  role: z.enum(['Office User', 'Office Admin'], 'Choose a role'),
}).refine(isAddressed, needsAddress);

/** The Add User form of a shop. */
export const NewShopUser = NewPerson.extend({
  role: z.enum(['Builder', 'Shop User', 'Shop Admin'], 'Choose a role'),
  shop: z.uuid('Choose a shop'),
}).refine(isAddressed, needsAddress);

/** A user who sets their password with the link of an invitation. */
export const Invitation = z
  .object({
    ...Address,
    name: Name,
    role: z.enum(roles, 'Choose a role'),
    /** The shop of a shop user. */
    shop: z.uuid('Choose a shop').nullable().default(null),
    viewOnly: Flag.default(false),
    superAdmin: Flag.default(false),
  })
  .refine(isAddressed, needsAddress);

/** A change of a user. Fields left out are unchanged, except those that a new role cannot have. */
export const UserChange = z.object({
  ...Address,
  name: Name.optional(),
  role: z.enum(roles).optional(),
  shop: Id.nullable().optional(),
  viewOnly: Flag.optional(),
  superAdmin: Flag.optional(),
  superRole: z.literal('admin').nullable().optional(),
  grants: z
    .array(z.enum(grants))
    .max(100)
    .transform((values) => [...new Set(values)])
    .optional(),
});

export const PasswordReset = z.object({ password: NewPassword });

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
