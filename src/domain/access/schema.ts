import { z } from 'zod';
import { grants, roles } from './roles.js';

export const Password = z.string().min(10, 'must have at least 10 characters').max(200);
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('must be an e-mail address'));

/** A user as everybody may see it: never the password. */
export const User = z.object({
  _id: z.uuid(),
  name: z.string(),
  userName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  shop: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  viewOnly: z.boolean(),
  superAdmin: z.boolean(),
  superRole: z.string().nullable(),
  grants: z.array(z.enum(grants)),
});
export type User = z.infer<typeof User>;

/** The signed-in user with what the shell shows around every screen. */
export const Me = User.extend({
  companyName: z.string(),
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

/** The first set-up: the company and its first Office Admin. */
export const SetUp = z.object({
  companyName: z.string().trim().min(1, 'is required').max(200),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as America/Chicago').default('America/Chicago'),
  name: z.string().trim().min(1, 'is required').max(200),
  userName: Email,
  password: Password,
});

/** A user that a super admin or the command line adds. */
export const NewUser = z
  .object({
    name: z.string().trim().min(1, 'is required').max(200),
    userName: Email,
    password: Password,
    role: z.enum(roles),
    shop: z.string().nullish(),
    viewOnly: z.boolean().default(false),
    superAdmin: z.boolean().default(false),
    superRole: z.string().nullish(),
    grants: z.array(z.enum(grants)).default([]),
  })
  .strip();

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
