import type { Knex } from 'knex';
import { can } from '../../kernel/rights/permissions.js';
import { getActor, findUser } from '../../company/users/queries.js';
import { systemActor, type ActorCtx, type Ctx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { findProductName } from '../../company/company/product.js';
import type { TaskCtx } from '../../kernel/queue/task.js';
import { reportNamed } from '../reports/registry.js';
import { findUsableView } from '../saved-views/queries.js';
import { inTransaction } from '../../kernel/service.js';
import { onStandby } from '../../kernel/database/standby.js';
import { composeReport } from './compose.js';
import { formatEcho, parseCron } from './cron.js';
import { lateness, linkReport, linkSchedule, reportMail } from './mail.js';
import { failRun, finishRun, type ReportMail } from './outcome.js';
import { queryFirstRow } from '../../kernel/database/rows.js';

interface Run {
  readonly id: string;
  readonly scheduleId: string;
  readonly dueAt: string;
  readonly missed: number;
  readonly isLate: boolean;
  readonly recipients: string[];
  readonly viewId: string;
  readonly ownerId: string;
  readonly shopId: string | null;
  readonly cron: string;
  readonly timeZone: string;
  readonly format: 'xlsx' | 'pdf';
}

/**
 * Creates the report of a run as its owner may see it now, and mails it once. A permanent failure is recorded in the
 * delivery log and raises the alarm. Any other error is thrown so that the run is retried.
 */
export async function runSchedule(
  task: Pick<TaskCtx, 'db' | 'clock' | 'logger' | 'lastAttempt'>,
  id: string,
): Promise<void> {
  const { db, clock, logger, lastAttempt } = task;
  const run = await beginRun(db, clock.now(), id);
  if (!run) return;
  const ctx: Ctx = { db, clock, logger, actor: systemActor('schedules'), via: 'job', requestId: id };
  try {
    const report = await makeReport(ctx, run);
    await inTransaction(ctx, (tx) => finishRun(tx, id, report), false);
  } catch (error) {
    const refusal = error instanceof DomainError || error instanceof RefusedRun;
    if (refusal) return inTransaction(ctx, (tx) => failRun(tx, id, error.message), false);
    if (lastAttempt) await inTransaction(ctx, (tx) => failRun(tx, id, UNEXPECTED), false);
    throw error;
  }
}

const UNEXPECTED = 'Something went wrong. We recorded the error.';

/** Why a run is impossible, as a sentence. */
class RefusedRun extends Error {}

async function beginRun(db: Knex, now: Date, id: string): Promise<Run | undefined> {
  await db('schedule_runs')
    .where({ id })
    .whereIn('status', ['waiting', 'running'])
    .update({ status: 'running', started_at: now });
  return queryFirstRow<Run>(
    db('schedule_runs as r')
      .join('schedules as s', 's.id', 'r.schedule_id')
      .where({ 'r.id': id, 'r.status': 'running' })
      .select({
        id: 'r.id',
        scheduleId: 's.id',
        dueAt: 'r.due_at',
        missed: 'r.missed',
        isLate: 'r.late',
        recipients: 'r.recipients',
      })
      .select({ viewId: 's.view_id', ownerId: 's.owner_id', shopId: 's.shop_id', cron: 's.cron' })
      .select({ timeZone: 's.time_zone', format: 's.format' })
      .first(),
  );
}

/** The owner with their current rights. Throws if they may no longer have reports sent. */
async function getOwner(ctx: Ctx, run: Run): Promise<ActorCtx> {
  const user = await findUser(ctx.db, run.ownerId);
  if (!user?.active) throw new RefusedRun(`The account of ${user?.name ?? 'its owner'} is deactivated.`);
  const actor = getActor(user);
  if (!can(actor, 'views.use')) throw new RefusedRun(`${actor.name} no longer has permission to schedule reports.`);
  return { ...ctx, actor };
}

/** Reads rows, totals and file from one snapshot of the database or its standby, so that they agree. */
const makeReport = (ctx: Ctx, run: Run): Promise<ReportMail> =>
  onStandby(ctx.db, ctx.logger, async (db) => {
    const snapshot = await db.transaction(undefined, { isolationLevel: 'repeatable read', readOnly: true });
    try {
      return await readReport(await getOwner({ ...ctx, db: snapshot }, run), run);
    } finally {
      await snapshot.rollback();
    }
  });

async function readReport(owner: ActorCtx, run: Run): Promise<ReportMail> {
  const view = await findUsableView(owner.db, owner.actor, run.viewId);
  if (!view) throw new RefusedRun(`${owner.actor.name} no longer has permission to use its view.`);
  const report = reportNamed(view.report);
  if (!can(owner.actor, report.permission))
    throw new RefusedRun(`${owner.actor.name} no longer has permission to run this report.`);
  const product = await findProductName(owner.db);
  const { fileName, attachments, rows, totals, title, ...composed } = await composeReport(owner, {
    ...view,
    format: run.format,
  });
  const { subject, content } = reportMail({
    ...{ ...composed, rows, totals, report: title, view: view.name },
    parts: {
      lateSentence: lateness({ ...run, product }),
      reason: describeReason(owner, product, run),
      action: linkReport({ ...view, ...run }),
      change: linkSchedule(run.scheduleId, run.shopId),
    },
  });
  const { recipients, shopId, ownerId: senderId } = run;
  return { subject, content, recipients, attachments, shopId, senderId, rows, totals, fileName };
}

const describeReason = ({ actor }: ActorCtx, product: string, { cron, timeZone }: Run): string =>
  `${product} sends this on ${actor.name}'s schedule: ${formatEcho(parseCron(cron), timeZone)}.`;
