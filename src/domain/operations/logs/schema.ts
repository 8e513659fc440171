import { z } from 'zod';

/** `unexpected` is an error nobody foresaw; `refused` is a change that was asked for and not allowed or not possible. */
const logKinds = ['unexpected', 'refused'] as const;
export type LogKind = (typeof logKinds)[number];

/** An entry of the error log; its message keeps its line breaks. */
export const Log = z.object({
  _id: z.uuid(),
  kind: z.enum(logKinds),
  functionName: z.string(),
  user: z.string(),
  message: z.string(),
  timestamp: z.string(),
  requestId: z.string(),
});

/** Which entries are meant: all of these must fit. */
const LogFilter = z.object({
  /** Part of the function, the user, the message or the request id. */
  search: z.string().trim().max(200).optional(),
  kind: z.enum(logKinds).optional(),
  /** The first and the last day, in the time zone of the company. */
  from: z.iso.date('is not a valid date').optional(),
  to: z.iso.date('is not a valid date').optional(),
});
export type LogFilter = z.output<typeof LogFilter>;

export const ListLogs = LogFilter.extend({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(100),
});

/** A filter it does not know is refused: left out, it would delete more than was meant. */
export const DeleteLogs = LogFilter.extend({
  /** Entries after this moment stay: whoever deletes has not seen them. */
  until: z.iso.datetime({ offset: true, error: 'is not a valid date and time' }).optional(),
}).strict();
