import type { Ctx } from '../../../domain/kernel/context.js';
import { batchMessages, DeliveryFailure, deliverMessage } from '../../../domain/messaging/outbox/deliver.js';
import type { Installation } from '../../../domain/kernel/platform/installation.js';
import { createMailer } from '../../../domain/kernel/platform/mail.js';
import type { ReportFormat } from '../../../domain/reporting/reports/rules.js';
import { mailReport } from '../../../domain/reporting/schedules/mail-service.js';
import { printNote } from '../../output.js';
import { exit } from '../../run.js';
import type { ChosenReport } from './reports-filter.js';

interface Mailed {
  readonly to: readonly string[];
  readonly message: string;
  readonly status: 'sent' | 'kept' | 'waiting';
  readonly code: number | undefined;
}

/** Puts a report into the outbox and sends it immediately; if that fails, a worker retries and this command fails. */
export async function mailTo(
  ctx: Ctx,
  { db, config }: Installation,
  { report, view, filter }: ChosenReport,
  format: ReportFormat,
  recipients: readonly string[],
): Promise<Mailed> {
  const to = recipients.flatMap((some) => some.split(',')).map((one) => one.trim());
  const { message } = await mailReport(ctx, { report, view, filter: { ...filter }, format, recipients: to });
  const mailer = createMailer(config);
  const delivery = { db, mailer, desk: null, now: ctx.clock.now(), last: false };
  try {
    for (const id of await batchMessages(db, message)) await deliverMessage(delivery, id);
    if (mailer) return { to, message, status: 'sent', code: undefined };
    printNote('The email was not sent because SMTP_URL is not set. It is kept in the outbox.');
    return { to, message, status: 'kept', code: exit.failed };
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    printNote(`Could not send the email: ${error.message}. A worker will try again.`);
    return { to, message, status: 'waiting', code: exit.failed };
  } finally {
    mailer?.close();
  }
}
