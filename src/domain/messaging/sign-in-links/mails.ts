import { linkHours } from '../../company/links/schema.js';
import type { MadeLink } from '../../company/links/links.js';
import { findProductName } from '../../company/company/product.js';
import { findCompany } from '../../company/company/queries.js';
import type { UserRow } from '../../company/users/queries.js';
import type { Ctx, WriteCtx } from '../../kernel/context.js';
import type { OutsideAccess } from '../../kernel/platform/outside.js';
import { describeOwnAccount, linkChoices } from '../outbox/account-mail.js';
import { enqueueMail } from '../outbox/enqueue.js';

type Tx = Omit<WriteCtx, 'actor'> & Pick<Ctx, 'actor' | 'outside'>;
type Person = Pick<UserRow, 'name' | 'userName' | 'shop'>;

/** What links need: the dashboard's address, and how to encrypt a link until it is sent. */
export function requireOutside({ outside }: Pick<Ctx, 'outside'>): OutsideAccess {
  if (!outside) throw new Error('this entry point cannot create links');
  return outside;
}

/**
 * The address of a link. Its secret follows `#`, which browsers send to no server. So it is in no log and no
 * referrer, and programs that open links to check them cannot use it up.
 */
export const formatLink = (address: string, { text }: Pick<MadeLink, 'text'>): string => `${address}/welcome#${text}`;

/** Sends a link to its user. The outbox shows the email without the link. */
export async function mailLink(tx: Tx, user: Person, link: MadeLink): Promise<void> {
  const { people, vault } = requireOutside(tx);
  const product = await findProductName(tx.db);
  const company = (await findCompany(tx.db))?.name ?? product;
  const hours = linkHours[link.purpose];
  const inviter = tx.actor?.id ? tx.actor.name : company; // who forgot it first is invited by no one
  const { subject, intro, why } =
    link.purpose === 'invitation'
      ? {
          subject: `Your account in ${product}`,
          intro: `${inviter} invited you to ${product}, where ${company} works with its shops. You sign in with ${user.userName}.\n\nSet your password within ${hours} hours. The link works once.`,
          why: `You get this email because ${inviter} added you as a user. If you do not know why, ignore it.`,
        }
      : {
          subject: 'Set a new password',
          intro: `Someone asked for a new password for your account in ${product}.\n\nSet it within ${hours === 1 ? 'one hour' : `${hours} hours`}. The link works once.`,
          why: 'You get this email because someone entered your address. If it was not you, ignore it: your password is unchanged.',
        };
  await enqueueMail(tx, {
    ...{ to: user.userName, subject, shopId: user.shop?._id ?? null },
    content: {
      heading: subject,
      parts: [
        { kind: 'text', text: `Hello ${user.name},\n\n${intro}` },
        { kind: 'link', label: 'Set your password' },
      ],
      ...{ action: null, why, change: linkChoices(user.shop !== null) },
    },
    sealed: vault.seal(formatLink(people.address, link), 'link'),
  });
}

/** Notifies a user that the password was set with a link. */
export async function mailPasswordSet(tx: Tx, user: Person): Promise<void> {
  const product = await findProductName(tx.db);
  const subject = 'Your password was changed';
  await enqueueMail(tx, {
    ...{ to: user.userName, subject, shopId: user.shop?._id ?? null },
    content: describeOwnAccount(user, subject, [
      `Hello ${user.name},`,
      `The password of your account in ${product} was just changed with a link, and every session was signed out.`,
      'If it was not you, contact your administrator immediately.',
    ]),
  });
}
