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

export const ListLogs = z.object({
  /** Part of the function, the user, the message or the request id. */
  search: z.string().trim().max(200).optional(),
  kind: z.enum(logKinds).optional(),
  /** The first and the last day, in the time zone of the company. */
  from: z.iso.date('is no day').optional(),
  to: z.iso.date('is no day').optional(),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(100),
});
