import { z } from 'zod';
import { Named } from '../../kernel/records/fields.js';
import { isOneOf } from '../../kernel/objects.js';

const outboxStatuses = ['waiting', 'sent', 'kept', 'failed'] as const;
/** What a message is: an e-mail, or a support ticket on its way to the support board. */
const outboxKinds = ['email', 'ticket'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

export const isOutboxKind = (kind: string): kind is OutboxKind => isOneOf(outboxKinds, kind);

/** A message that left or will leave the house. */
export const OutboxMessage = z.object({
  _id: z.uuid(),
  kind: z.enum(outboxKinds),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  shop: Named.nullable(),
  status: z.enum(outboxStatuses),
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});

export const ListOutbox = z.object({
  status: z.enum(outboxStatuses).optional(),
  kind: z.enum(outboxKinds).optional(),
  /** Part of the receiver, the subject, the text or the error. */
  search: z.string().trim().max(200).optional(),
  shop: z.uuid('is not a valid ID').optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(100),
});
