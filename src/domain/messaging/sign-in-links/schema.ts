import { z } from 'zod';
import { linkPurposes } from '../../company/links/schema.js';
import { ListedUser, Password } from '../../company/users/schema.js';

/** The text of a link. It is validated when it is looked up. */
const LinkText = z.string('is required').max(200);

/** The user of a link. */
export const ShownLink = z.object({
  purpose: z.enum(linkPurposes),
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  productName: z.string(),
});

export const CheckLink = z.object({ link: LinkText });
export const UseLink = z.object({
  link: LinkText,
  password: z.string('Please input your password!').pipe(Password),
});

/** The address to send a password reset link to. */
export const ForgottenPassword = z.object({
  email: z.string('Enter your email address').trim().min(1, 'Enter your email address').max(254),
});

/** The link for the administrator to pass on; null if it was sent by email. */
export const InvitationAnswer = z.object({ msg: z.string(), item: ListedUser, link: z.string().nullable() });
export const LinkAnswer = z.object({ msg: z.string(), item: ListedUser, link: z.string(), expiresAt: z.string() });
