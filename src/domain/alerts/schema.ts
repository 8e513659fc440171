import { z } from 'zod';

/** An alert that the actor has not read yet. */
export const UnreadAlert = z.object({
  _id: z.uuid(),
  content: z.string(),
  type: z.string(),
  msg: z.string(),
  at: z.string(),
});

export const CreateAlert = z.object({
  alert: z.string('Alert text is required').trim().min(1, 'Alert text is required').max(500),
  invoice: z.union([z.uuid(), z.object({ _id: z.uuid() })], 'is no invoice'),
});
