import { z } from 'zod';
import { getPaging } from '../../kernel/records/fields.js';

/** A job, as shown to the user who started it. */
export const Job = z.object({
  _id: z.uuid(),
  name: z.string(),
  actor: z.string(),
  status: z.enum(['waiting', 'running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  step: z.string(),
  result: z.json().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});

export const ListJobs = z.object({
  ...getPaging(100),
});
