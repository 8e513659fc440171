import type { Person } from '../../kernel/context.js';
import type { MailContent, MailLink } from './layout.js';

/** The screen on which users choose their notices. */
export const linkChoices = (isOfShop: boolean): MailLink => ({
  label: 'Notification settings',
  path: `/${isOfShop ? 'shop' : 'company'}/notifications`,
  menu: 'your name, Notifications',
});

/** Where users find their support tickets and the answers. */
export const linkOwnTickets = (isOfShop: boolean): MailLink => ({
  label: 'Open your tickets',
  path: `/${isOfShop ? 'shop' : 'company'}/home?help=tickets`,
  menu: 'Help and Support',
});

/** Why people get emails about their own account. */
export const OWN_ACCOUNT =
  'You get this email because it is about the security of your account. You can turn off only other emails.';

/** The email about what happened to a user's own account. */
export const describeOwnAccount = (
  { shop }: Pick<Person, 'shop'>,
  heading: string,
  paragraphs: readonly string[],
): MailContent => {
  const side = shop ? 'shop' : 'company';
  return {
    heading,
    parts: paragraphs.map((text) => ({ kind: 'text', text })),
    action: { label: 'Open Security', path: `/${side}/security`, menu: 'your name, Security' },
    why: OWN_ACCOUNT,
    change: linkChoices(shop !== null),
  };
};
