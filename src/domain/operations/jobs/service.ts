import type { Knex } from 'knex';
import { z } from 'zod';
import { isShopRole } from '../../kernel/rights/roles.js';
import type { Actor } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { service } from '../../kernel/service.js';
import { Job, ListJobs } from './schema.js';
import { queryFirstRow, queryPage } from '../../kernel/database/rows.js';
import { Id } from '../../kernel/records/fields.js';

export const listJobs = service({
  summary: "List the signed-in user's background jobs, or all of them for a super admin",
  permission: 'session.use',
  effect: 'read',
  input: ListJobs,
  output: z.object({ items: z.array(Job), total: z.int() }),
  run: ({ db, actor }, page) =>
    queryPage<JobRow>(visible(db, actor).select(columns).orderByRaw('created_at desc, id desc'), page),
});

export const getJob = service({
  summary: 'Get the progress of a background job',
  permission: 'session.use',
  effect: 'read',
  input: z.object({ id: Id }),
  output: Job,
  run: async (ctx, { id }) => {
    const job = await queryFirstRow<JobRow>(visible(ctx.db, ctx.actor).where({ id }).first(columns));
    if (!job) throw notFound('Job');
    return job;
  },
});

const visible = (db: Knex, actor: Actor) =>
  db('job_runs').modify((query) => {
    if (!actor.superAdmin || isShopRole(actor.role)) void query.where({ actor_id: actor.id });
  });

const columns = {
  _id: 'id',
  name: 'name',
  actor: 'actor_name',
  status: 'status',
  done: 'done',
  total: 'total',
  step: 'step',
  result: 'result',
  error: 'error',
  createdAt: 'created_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
};

type JobRow = z.output<typeof Job>;
