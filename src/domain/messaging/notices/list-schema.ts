import { z } from 'zod';
import { noticeKinds } from '../../kernel/notices/kinds.js';
import { toKeys } from '../../kernel/objects.js';

/** A notice as the list behind the bell shows it. */
export const Notice = z.object({
  _id: z.uuid(),
  kind: z.enum(toKeys(noticeKinds)),
  /** The label of its kind. */
  label: z.string(),
  type: z.enum(['info', 'success', 'warning', 'danger']),
  msg: z.string(),
  content: z.string(),
  at: z.string(),
  read: z.boolean(),
  /** Whether its cause has been resolved. */
  settled: z.boolean(),
  /** The address of what it opens; null if it opens nothing, or nothing that the user may open. */
  href: z.string().nullable(),
});

export const ListNotices = z.object({
  /** `unread` lists only notices that are neither read nor resolved. */
  show: z.enum(['all', 'unread'], 'must be all or unread').default('all'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(30),
});

export const MarkNotices = z.object({
  /** Notices after this time stay unread, because the reader has not seen them. */
  upTo: z.iso.datetime({ offset: true, error: 'is not a valid date and time' }).nullish(),
});
