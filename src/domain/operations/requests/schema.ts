import { z } from 'zod';
import { Id, PlainText, RequiredText } from '../../kernel/records/fields.js';
import { JsonFields } from '../../kernel/records/json-fields.js';

export const requestStates = ['waiting', 'applied', 'denied', 'withdrawn', 'overtaken'] as const;
export type RequestState = (typeof requestStates)[number];

const Note = PlainText().max(2000, 'must be at most 2000 characters');

/** Requests the approval of a call by another user. */
export const AskApproval = z.object({
  /** The call, such as `POST /api/payment`. */
  call: RequiredText('is required', 200),
  /** The input of the call: path parameters, query and body together. */
  input: JsonFields(1_000_000),
  /** A reason for the user who decides. */
  note: Note.default(''),
});

export const DenyRequest = z.object({
  id: Id,
  /** A reason for the user who made the request. */
  reason: Note.min(1, 'A reason is required to deny a request'),
});

export const ListRequests = z.object({
  state: z.enum(requestStates, `must be one of: ${requestStates.join(', ')}`).default('waiting'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(50),
});

const Change = z.object({ field: z.string(), from: z.json().nullable(), to: z.json().nullable() });

/** A change that waits for a second person, or that was decided. */
export const Request = z.object({
  _id: z.uuid(),
  call: z.string(),
  /** A summary of the call. */
  summary: z.string(),
  /** Why it needs a second person. */
  why: z.string(),
  note: z.string(),
  asker: z.string(),
  /** Whether the reader made the request. */
  own: z.boolean(),
  /** Whether the reader may decide on it. */
  decidable: z.boolean(),
  /** What it changes: the first 50 entries that the history would have. */
  effect: z.array(
    z.object({ action: z.string(), recordKind: z.string(), name: z.string().nullable(), changes: z.array(Change) }),
  ),
  state: z.enum(requestStates),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** The reason for a denial, or why it can no longer be done. */
  answer: z.string(),
});
export type Request = z.output<typeof Request>;
