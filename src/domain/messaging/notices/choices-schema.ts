import { z } from 'zod';
import { noticeDeliveries, noticeGroups, noticeKinds } from '../../kernel/notices/kinds.js';
import { toKeys } from '../../kernel/objects.js';
import { limitNames } from '../../kernel/records/limit-names.js';

const Kind = z.enum(toKeys(noticeKinds), 'is not a kind of notice');
const Delivery = z.enum(noticeDeliveries, 'is not a way to be notified');
const Hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 21:00');

/** The hours without email, in the company's time zone; they may span midnight. */
const QuietHours = z.object({ from: Hour, to: Hour }).refine(({ from, to }) => from !== to, {
  path: ['to'],
  message: 'must differ from the start',
});

/** How the signed-in user is notified of each kind, and at which hours not by email. */
export const NoticeChoices = z.object({
  items: z.array(
    z.object({
      kind: Kind,
      group: z.enum(noticeGroups),
      label: z.string(),
      /** When a notice of the kind is sent. */
      when: z.string(),
      delivery: Delivery,
      /** The default for the user's role. */
      usual: Delivery,
      /** Whether the user cannot turn it off. */
      always: z.boolean(),
    }),
  ),
  quiet: QuietHours.nullable(),
  /** The time at which digests are sent; the weekly one on Mondays. */
  digestAt: z.string(),
  timeZone: z.string(),
  /** Where emails are sent; empty for an API key, which gets none. */
  email: z.string(),
});

export const ChangeNoticeChoices = z.object({
  /** By kind; null restores the default of the role. Kinds left out are unchanged. */
  choices: limitNames(z.partialRecord(Kind, Delivery.nullable()), 100).default({}),
  /** Null for none; unchanged if left out. */
  quiet: QuietHours.nullish(),
});
