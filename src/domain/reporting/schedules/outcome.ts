import type { Knex } from 'knex';
import type { WriteCtx } from '../../kernel/context.js';
import { enqueueMails } from '../../messaging/outbox/enqueue.js';
import type { MailContent } from '../../messaging/outbox/layout.js';
import { refuseOverQuota } from '../../messaging/outbox/quota.js';
import { refuseOutsiders } from '../../messaging/outbox/recipients.js';
import type { Attachment } from '../../kernel/platform/mail.js';
import { raiseAlarm, type AlarmSchedule } from './alarm.js';
import { queryOnlyRow, queryFirstRow } from '../../kernel/database/rows.js';

/** The owner and the name of a schedule, for its alarm. */
export async function getAlarmed(db: Knex, scheduleId: string): Promise<AlarmSchedule> {
  const row = db('schedules as s')
    .join('saved_views as v', 'v.id', 's.view_id')
    .join('users as u', 'u.id', 's.owner_id')
    .where('s.id', scheduleId)
    .select({ id: 's.id', view: 'v.name', shopId: 's.shop_id' })
    .select(db.raw(`json_build_object('_id', u.id, 'name', u.name) as owner`));
  return queryOnlyRow<AlarmSchedule>(row.first());
}

/** An open run, locked; null if it has ended in the meantime. */
async function lockOpen({ db }: WriteCtx, id: string): Promise<{ schedule_id: string } | null> {
  const run = await queryFirstRow<{ status: string; schedule_id: string }>(
    db('schedule_runs').where({ id }).forUpdate().first('status', 'schedule_id'),
  );
  return run && (run.status === 'waiting' || run.status === 'running') ? run : null;
}

/** Ends an open run as failed and raises the alarm. */
export async function failRun(tx: WriteCtx, id: string, error: string): Promise<void> {
  const run = await lockOpen(tx, id);
  if (!run) return;
  const now = tx.clock.now();
  await tx.db('schedule_runs').where({ id }).update({ status: 'failed', error, finished_at: now, alarmed_at: now });
  const isAlarmed = await getAlarmed(tx.db, run.schedule_id);
  await raiseAlarm(tx, isAlarmed, { what: `the run failed. ${error}`, subjectId: isAlarmed.id });
  await tx.publish({ topic: 'schedule', shopIds: [isAlarmed.shopId] });
}

/** The result of a run. */
export interface ReportMail {
  readonly subject: string;
  readonly content: MailContent;
  readonly recipients: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly shopId: string | null;
  /** The owner of the schedule. */
  readonly senderId: string;
  readonly rows: number;
  readonly totals: readonly { readonly label: string; readonly value: string }[];
  readonly fileName: string;
}

/**
 * Ends an open run as done and puts its emails into the outbox, both or neither. A run that has ended in the meantime
 * sends nothing. Throws if the owner may not send to a recipient or has no quota left.
 */
export async function finishRun(tx: WriteCtx, id: string, outcome: ReportMail): Promise<void> {
  if (!(await lockOpen(tx, id))) return;
  const { subject, content, recipients, attachments, shopId, senderId } = outcome;
  await refuseOutsiders(tx.db, outcome, recipients);
  await refuseOverQuota(tx, outcome, recipients.length);
  const outbox = await enqueueMails(tx, { recipients, subject, content, shopId, senderId, attachments });
  await tx
    .db('schedule_runs')
    .where({ id })
    .update({
      status: 'done',
      finished_at: tx.clock.now(),
      row_count: outcome.rows,
      totals: JSON.stringify(outcome.totals),
      file_name: outcome.fileName,
      attached: attachments.length > 0,
      outbox_id: outbox,
    });
  await tx.publish({ topic: 'schedule', shopIds: [shopId] });
}
