import { z } from 'zod';
import { getPaging } from '../../kernel/records/fields.js';

/** `unexpected` is an unforeseen error; `refused` is a requested change that was not allowed or not possible. */
export const logKinds = ['unexpected', 'refused'] as const;
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

export type Log = z.output<typeof Log>;

/** The filters that an entry must match; all of them apply. */
const LogFilter = z.object({
  /** Searches function, user, message and request ID. */
  search: z.string().trim().max(200).optional(),
  kind: z.enum(logKinds).optional(),
  /** The first and last day, in the company's time zone. */
  from: z.iso.date('is not a valid date').optional(),
  to: z.iso.date('is not a valid date').optional(),
});
export type LogFilter = z.output<typeof LogFilter>;

export const ListLogs = LogFilter.extend({
  ...getPaging(100),
});

/** Throws for unknown filters, because ignoring one would delete more than was meant. */
export const DeleteLogs = LogFilter.extend({
  /** Entries after this time are not deleted, because the user has not seen them. */
  until: z.iso.datetime({ offset: true, error: 'is not a valid date and time' }).optional(),
}).strict();
