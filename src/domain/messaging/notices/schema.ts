import { z } from 'zod';
import { PlainText } from '../../kernel/records/fields.js';

/** An alert that the actor has not read yet. */
export const UnreadAlert = z.object({
  _id: z.uuid(),
  content: z.string(),
  type: z.string(),
  msg: z.string(),
  at: z.string(),
  /** Never read here: the list is of those that are not. */
  read: z.boolean(),
  /** The invoice it is about; null of any other. */
  invoice: z.object({ _id: z.uuid() }).nullable(),
  /** What it is about: a record by its id, or a list; null of a notice without. */
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
