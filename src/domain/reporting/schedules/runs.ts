import { z } from 'zod';
import { type ActorCtx, getScope, type WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { getAttachments } from '../../messaging/outbox/attachments.js';
import { enqueueMails } from '../../messaging/outbox/enqueue.js';
import { type MailContent, textContent } from '../../messaging/outbox/layout.js';
import { linkSchedule } from './mail.js';
import { refuseOverQuota } from '../../messaging/outbox/quota.js';
import { refuseOutsiders } from '../../messaging/outbox/recipients.js';
import { serviceToListLog } from '../../kernel/records/log.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { queueRun } from './due.js';
import { findRun, findRuns } from './queries.js';
import { ListRuns, type Schedule, ScheduleRun } from './schema.js';
import { visibleSchedule } from './service.js';
import { queryOnlyRow, queryFirstRow } from '../../kernel/database/rows.js';
import { present } from '../../kernel/objects.js';

type RunFacts = z.output<typeof ScheduleRun>;
const StartedRun = z.object({ msg: z.string(), run: ScheduleRun });

export const listScheduleRuns = serviceToListLog({
  summary: 'List the runs of a schedule (its delivery log), newest first',
  permission: 'views.use',
  ...{ input: ListRuns, row: ScheduleRun, need: visibleSchedule, find: findRuns },
});

export const runScheduleNow = service({
  summary: 'Send the report of a schedule now; the schedule does not change',
  permission: 'views.use',
  effect: 'write',
  input: RecordId,
  output: StartedRun,
  run: async (ctx, { id }) => {
    const schedule = await visibleSchedule(ctx, id);
    const { recipients } = schedule;
    await refuseOpenRun(ctx, id);
    await refuseMails(ctx, recipients);
    const run = await begin(ctx, schedule, { cause: 'now', due_at: ctx.clock.now(), recipients }, 'send now');
    return { msg: 'Sending the report.', run };
  },
});

export const resendScheduleRun = service({
  summary: 'Send a run again: the same file to the same recipients, or a new file if the run failed',
  permission: 'views.use',
  effect: 'write',
  input: RecordId,
  output: StartedRun,
  run: async (ctx, { id }) => {
    const { run, schedule } = await visibleRun(ctx, id);
    if (run.status === 'waiting' || run.status === 'running') throw new DomainError('run-not-done', undefined);
    await refuseMails(ctx, run.recipients);
    const again = { cause: 'again', due_at: run.dueAt, missed: run.missed, late: run.late } as const;
    const copy = await readCopy(ctx, schedule, run);
    const row = copy ? { ...again, ...copy } : { ...again, recipients: schedule.recipients };
    return { msg: 'Sending the report again.', run: await begin(ctx, schedule, row, 'send again') };
  },
});

async function visibleRun(ctx: ActorCtx, id: string): Promise<{ run: RunFacts; schedule: Schedule }> {
  const run = await findRun(ctx.db, id);
  const row = await queryFirstRow<{ schedule_id: string }>(ctx.db('schedule_runs').where({ id }).first('schedule_id'));
  if (!run || !row) throw notFound('Run');
  const schedule = await visibleSchedule(ctx, row.schedule_id).catch(() => null);
  if (!schedule) throw notFound('Run');
  return { run, schedule };
}

/** The columns of a run that sends an earlier message again; null if there is none or its file is no longer stored. */
async function readCopy(ctx: WriteCtx, { _id }: Schedule, run: RunFacts): Promise<object | null> {
  if (!run.message) return null;
  const message = ctx.db('outbox_messages').where({ id: run.message._id });
  const { payload, batchId } = await queryOnlyRow<{
    payload: { subject: string; text: string; content?: MailContent };
    batchId: string;
  }>(message.first('payload', { batchId: 'batch_id' }));
  const attachments = await getAttachments(ctx.db, batchId);
  if (run.attached && attachments.length === 0) return null;
  const { recipients } = run;
  const sender = getSender(ctx);
  const { subject, text, content = textContent(subject, text, linkSchedule(_id, sender.shopId)) } = payload;
  const outbox = await enqueueMails(ctx, { ...sender, recipients, subject, content, attachments });
  const now = ctx.clock.now();
  const outcome = {
    row_count: run.rows,
    totals: JSON.stringify(run.totals),
    file_name: run.fileName,
    attached: run.attached,
  };
  return { ...outcome, recipients, status: 'done', started_at: now, finished_at: now, outbox_id: outbox };
}

/** Allows only one open manual run per schedule, because waiting runs do not count against the quota yet. */
async function refuseOpenRun({ db }: WriteCtx, id: string): Promise<void> {
  await db('schedules').where({ id }).forUpdate().first('id');
  const openRuns = db('schedule_runs').where({ schedule_id: id }).whereIn('status', ['waiting', 'running']);
  if (await openRuns.first('id')) throw new DomainError('run-waiting', undefined);
}

const getSender = ({ actor }: WriteCtx) => ({ senderId: actor.id, shopId: getScope(actor) });

/** Throws in advance what the run would throw. */
async function refuseMails(ctx: WriteCtx, recipients: readonly string[]): Promise<void> {
  await refuseOutsiders(ctx.db, getSender(ctx), recipients);
  await refuseOverQuota(ctx, getSender(ctx), recipients.length);
}

/** Adds a run to the log, and queues it unless it is already done. */
async function begin(ctx: WriteCtx, schedule: Schedule, row: object, action: string): Promise<RunFacts> {
  const id = newId();
  await ctx.db('schedule_runs').insert({ id, schedule_id: schedule._id, created_at: ctx.clock.now(), ...row });
  const run = present(await findRun(ctx.db, id)); // inserted above
  if (run.status === 'waiting') await queueRun(ctx.db, id);
  const after = { run: id, to: run.recipients };
  await ctx.audit({ action, entity: 'schedule', id: schedule._id, shopId: getScope(ctx.actor), after });
  await ctx.publish({ topic: 'schedule', shopIds: [getScope(ctx.actor)] });
  return run;
}
