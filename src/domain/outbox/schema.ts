import { z } from 'zod';

const outboxStatuses = ['waiting', 'sent', 'kept', 'failed'] as const;

/** A message that left or will leave the house. */
export const OutboxMessage = z.object({
  _id: z.uuid(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  shop: z.object({ _id: z.uuid(), name: z.string() }).nullable(),
  status: z.enum(outboxStatuses),
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});

export const ListOutbox = z.object({
  status: z.enum(outboxStatuses).optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(100),
});
