import { z } from 'zod';
import { PlainText, RequiredText } from '../../kernel/records/fields.js';

export const requestStates = ['waiting', 'applied', 'denied', 'withdrawn', 'overtaken'] as const;
export type RequestState = (typeof requestStates)[number];

const Note = PlainText().max(2000, 'must be at most 2000 characters');

/** Asks for the approval of a call by another person. */
export const AskApproval = z.object({
  /** The call, such as `POST /api/payment`. */
  call: RequiredText('is required', 200),
  /** What the call is called with: path parameters, query and body together. */
  input: z.record(z.string().max(100), z.json()),
  /** Why, for the person who decides. */
  note: Note.default(''),
});

export const DenyRequest = z.object({
  id: z.uuid('is not a valid ID'),
  /** Why, for the person who asked. */
  reason: Note.min(1, 'A reason is required to deny a request'),
});

export const ListRequests = z.object({
  state: z.enum(requestStates, `must be one of: ${requestStates.join(', ')}`).default('waiting'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(200).default(50),
});

const Change = z.object({ field: z.string(), from: z.json().nullable(), to: z.json().nullable() });

/** A change that waits for a second person, or waited. */
export const Request = z.object({
  _id: z.uuid(),
  call: z.string(),
  /** What the call does. */
  summary: z.string(),
  /** Why it needs a second person. */
  why: z.string(),
  note: z.string(),
  asker: z.string(),
  /** Whether the reader asked for it themselves. */
  own: z.boolean(),
  /** Whether the reader may decide it. */
  decidable: z.boolean(),
  /** What it changes: the first 50 entries as the trail would have them. */
  effect: z.array(
    z.object({ action: z.string(), recordKind: z.string(), name: z.string().nullable(), changes: z.array(Change) }),
  ),
  state: z.enum(requestStates),
  askedAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  /** The reason of a denial, or why it can no longer be done. */
  answer: z.string(),
});
export type Request = z.output<typeof Request>;
