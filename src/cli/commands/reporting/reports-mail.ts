import type { Ctx } from '../../../domain/kernel/context.js';
import {
  batchMessages,
  DeliveryFailure,
  deliverMessage,
  settledStates,
} from '../../../domain/messaging/outbox/deliver.js';
import type { Installation } from '../../../domain/kernel/platform/installation.js';
import { createMailer } from '../../../domain/kernel/platform/mail.js';
import type { ReportFormat } from '../../../domain/reporting/reports/rules.js';
import { mailReport } from '../../../domain/reporting/schedules/mail-report.js';
import { printNote } from '../../output.js';
import { exit } from '../../run.js';
import type { ChosenReport } from './reports-filter.js';

interface MailResult {
  readonly to: readonly string[];
  readonly message: string;
  readonly status: 'sent' | 'kept' | 'waiting' | 'failed' | 'refused';
  readonly code: number | undefined;
}

/**
 * Puts a report into the outbox and sends it immediately. Reports `sent` only if the mail server accepted every
 * email, even if a worker was faster. Otherwise a worker tries again, and this command fails.
 */
export async function mailTo(
  ctx: Ctx,
  { db, config }: Installation,
  { report, view, filter }: ChosenReport,
  format: ReportFormat,
  recipients: readonly string[],
): Promise<MailResult> {
  const to = recipients.flatMap((some) => some.split(',')).map((one) => one.trim());
  const { message } = await mailReport(ctx, { report, view, filter: { ...filter }, format, recipients: to });
  const mailer = createMailer(config);
  const delivery = { db, mailer, desk: null, now: ctx.clock.now(), last: false };
  try {
    for (const id of await batchMessages(db, message)) await deliverMessage(delivery, id);
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    printNote(`Could not send the email: ${error.message}. A worker will try again.`);
  } finally {
    mailer?.close();
  }
  const status = worst(await settledStates(db, message));
  if (status === 'sent') return { to, message, status, code: undefined };
  if (status === 'kept')
    printNote(
      `The email was not sent because SMTP_URL is not set${mailer ? ' for the worker that sent it' : ''}. It is kept in the outbox.`,
    );
  if (status === 'refused' || status === 'failed')
    printNote('The email could not be delivered. The outbox shows the reason, and can send it again.');
  return { to, message, status, code: exit.failed };
}

const order = ['refused', 'failed', 'kept', 'waiting', 'sent'] as const satisfies readonly MailResult['status'][];

/** What has become of a batch: the worst of its messages. */
const worst = (states: readonly string[]): MailResult['status'] =>
  order.find((one) => states.includes(one)) ?? 'waiting';
