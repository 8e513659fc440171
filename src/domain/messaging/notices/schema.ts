import { z } from 'zod';
import { noticePlaces } from '../../kernel/notices/places.js';
import { toKeys } from '../../kernel/objects.js';
import { PlainText } from '../../kernel/records/fields.js';

/** A notice that the actor has not read yet. */
export const UnreadAlert = z.object({
  _id: z.uuid(),
  content: z.string(),
  type: z.string(),
  msg: z.string(),
  at: z.string(),
  /** Always false: the list contains only unread notices. */
  read: z.boolean(),
  /** The invoice it is about; otherwise null. */
  invoice: z.object({ _id: z.uuid() }).nullable(),
  /** What it links to: a record by ID, or a screen; null for a notice without a link. */
  link: z.object({ to: z.enum(toKeys(noticePlaces)), id: z.uuid().nullable() }).nullable(),
  /** The address of the link in the dashboard; null without a link, or if the user cannot open it. */
  href: z.string().nullable(),
});

export const CreateAlert = z.object({
  alert: PlainText('Notice text is required').min(1, 'Notice text is required').max(500),
  invoice: z.union([z.uuid(), z.object({ _id: z.uuid() })], 'is not a valid invoice'),
});
