import type { Command } from 'commander';
import type { Knex } from 'knex';
import type { Ctx } from '../../../domain/kernel/context.js';
import { queryRows } from '../../../domain/kernel/database/rows.js';
import { queueTask } from '../../../domain/kernel/queue/queue.js';
import { listJobs } from '../../../domain/operations/jobs/service.js';
import { SWEEP } from '../../../domain/operations/jobs/tasks.js';
import { workOff } from '../../../domain/operations/jobs/worker.js';
import { REMATCH, rematchNewOrders } from '../../../domain/orders/intake/rematch-new.js';
import { getOutside, type Installation } from '../../../domain/kernel/platform/installation.js';
import { isObject } from '../../../domain/kernel/objects.js';
import { holdLock } from '../../starting/lock.js';
import { moment } from '../../moments.js';
import { print, printNote } from '../../output.js';
import { printList, withPages, type PageOptions } from '../../print-list.js';
import { cliLogger, UsageError, withContext, type GlobalOptions } from '../../run.js';

type Job = (ctx: Ctx, place: Installation) => Promise<unknown>;

/** The jobs that can be run manually or by cron. */
const jobs: Readonly<Record<string, { readonly what: string; readonly run: Job }>> = {
  [SWEEP]: {
    what: 'start due schedules, then run the waiting jobs and send emails, as a worker does every minute',
    run: async ({ db }, place) => {
      const { url, config } = place;
      await queueSweep(db);
      await workOff({ url, db, logger: cliLogger, config, outside: getOutside(place) });
      if (await hasSweepFailed(db)) throw new Error('The sweep failed. For the reason, see shedworks logs list.');
      return {};
    },
  },
  [REMATCH]: {
    what: "match and price New orders again with today's catalogue",
    run: (ctx) => rematchNewOrders(ctx, {}),
  },
};

/** Queues a sweep for now. One that failed before is forgotten, because it waits for a retry or has no more tries. */
async function queueSweep(db: Knex): Promise<void> {
  await db.raw('select graphile_worker.remove_job(key) from graphile_worker.jobs where key = ? and locked_at is null', [
    SWEEP,
  ]);
  await queueTask(db, SWEEP, {}, { key: SWEEP, maxAttempts: 3 });
}

/** Whether the sweep is still in the queue after an attempt. A successful one is gone; a locked one still runs elsewhere. */
async function hasSweepFailed(db: Knex): Promise<boolean> {
  const failedJobs = db('graphile_worker.jobs').where({ key: SWEEP, locked_at: null }).where('attempts', '>', 0);
  return (await queryRows(failedJobs.select('id'))).length > 0;
}

const names = Object.keys(jobs).join(', ');

/** `shedworks jobs list|run`. */
export function registerJobs(program: Command): void {
  const group = program.command('jobs').description('List and run background jobs');
  withPages(group.command('list'), 50)
    .description('List jobs, newest first')
    .action((options: GlobalOptions & PageOptions) =>
      withContext(options, async (ctx) => {
        const { shown, list } = await printList(ctx, options, (on, page) => listJobs(on, { ...page }), {
          name: (job) => job.name,
          by: (job) => job.actor,
          status: (job) => job.status,
          done: (job) => `${job.done}/${job.total}`,
          at: (job) => moment(job.createdAt),
          error: (job) => job.error,
          id: (job) => job._id,
        });
        printNote(`${shown} of ${list.total} jobs.`);
        return undefined;
      }),
    );
  group
    .command('run <name>')
    .description(`Run a job in this process and wait for it: ${names}`)
    .addHelpText(
      'after',
      `\n${Object.entries(jobs)
        .map(([name, { what }]) => `  ${name}: ${what}`)
        .join('\n')}`,
    )
    .action((name: string, options: GlobalOptions) =>
      withContext(options, async (ctx, place) => {
        const job = jobs[name];
        if (!job) throw new UsageError(`"${name}" is not a job. Use one of: ${names}`);
        const result = await holdLock(ctx.db, `job ${name}`, () => job.run(ctx, place));
        const msg = isObject(result) && typeof result['msg'] === 'string' ? result['msg'] : undefined;
        print(options, { job: name, result }, [{ job: name, state: msg ?? 'done' }]);
        return undefined;
      }),
    );
}
