import { z } from 'zod';
import { Id, NamedRecord } from '../../kernel/records/fields.js';
import { isOneOf } from '../../kernel/objects.js';

export const outboxStatuses = ['waiting', 'sent', 'kept', 'failed', 'refused'] as const;
/** The kinds of message: an email, or a support ticket for the support board. */
export const outboxKinds = ['email', 'ticket'] as const;
export type OutboxKind = (typeof outboxKinds)[number];

export const isOutboxKind = (kind: string): kind is OutboxKind => isOneOf(outboxKinds, kind);

/** An outgoing message, sent or not. */
export const OutboxMessage = z.object({
  _id: z.uuid(),
  kind: z.enum(outboxKinds),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  shop: NamedRecord.nullable(),
  status: z.enum(outboxStatuses),
  attempts: z.int(),
  error: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  /** Each attempt to deliver it, in order, with its receiver's answer. */
  log: z.array(
    z.object({ at: z.string(), outcome: z.enum(['sent', 'refused', 'failed', 'postponed']), answer: z.string() }),
  ),
});

export type OutboxMessage = z.output<typeof OutboxMessage>;

export const ListOutbox = z.object({
  status: z.enum(outboxStatuses).optional(),
  kind: z.enum(outboxKinds).optional(),
  /** Searches receiver, subject, text and error. */
  search: z.string().trim().max(200).optional(),
  shop: Id.optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(100),
});
