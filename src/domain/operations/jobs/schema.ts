import { z } from 'zod';

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
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(500).default(100),
});
