import { z } from 'zod';
import { linkPurposes } from '../../company/links/schema.js';
import { ListedUser, Password } from '../../company/users/schema.js';

/** The text of a link; what it may be is checked when it is looked up. */
const LinkText = z.string('is required').max(200);

/** Who a link is for. */
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

/** Where to send a link for a new password. */
export const ForgottenPassword = z.object({
  email: z.string('Enter your email address').trim().min(1, 'Enter your email address').max(254),
});

/** A link that the administrator passes on; null where it was sent by email. */
export const InvitationAnswer = z.object({ msg: z.string(), item: ListedUser, link: z.string().nullable() });
export const LinkAnswer = z.object({ msg: z.string(), item: ListedUser, link: z.string(), expiresAt: z.string() });
