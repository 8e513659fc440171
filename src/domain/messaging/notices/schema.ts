import { z } from 'zod';
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
  /** What it links to: a record by ID, or a list; null for a notice without a link. */
  link: z
    .object({
      to: z.enum(['order', 'invoice', 'payment', 'repair', 'driver', 'orders', 'invoices']),
      id: z.uuid().nullable(),
    })
    .nullable(),
});

export const CreateAlert = z.object({
  alert: PlainText('Notice text is required').min(1, 'Notice text is required').max(500),
  invoice: z.union([z.uuid(), z.object({ _id: z.uuid() })], 'is not a valid invoice'),
});
