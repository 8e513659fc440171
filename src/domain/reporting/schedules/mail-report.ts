import { z } from 'zod';
import { can } from '../../kernel/rights/permissions.js';
import { Email } from '../../company/users/schema.js';
import { getScope } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { enqueueMails } from '../../messaging/outbox/enqueue.js';
import { refuseOverQuota } from '../../messaging/outbox/quota.js';
import { findProductName } from '../../company/company/product.js';
import { refuseOutsiders } from '../../messaging/outbox/recipients.js';
import { reportNamed } from '../reports/registry.js';
import { reportFormats } from '../reports/rules.js';
import { service } from '../../kernel/service.js';
import { composeReport } from './compose.js';
import { linkReport, linkSchedules, reportMail } from './mail.js';
import { ScheduleTotal } from './schema.js';

export const mailReport = service({
  summary: 'Email a report with its totals and its file, once',
  permission: 'reports.view',
  effect: 'write',
  input: z.object({
    report: z.string(),
    /** The name of the saved view of the run. */
    view: z.string().nullable().default(null),
    filter: z.record(z.string(), z.unknown()),
    format: z.enum(reportFormats).default('xlsx'),
    recipients: z.array(Email).min(1, 'must have at least one address').max(50),
  }),
  output: z.object({ message: z.uuid(), fileName: z.string(), rows: z.int(), totals: z.array(ScheduleTotal) }),
  run: async (ctx, { report, view, filter, format, recipients }) => {
    if (!can(ctx.actor, reportNamed(report).permission)) throw new DomainError('permission-denied', undefined);
    const sender = { senderId: ctx.actor.id, shopId: getScope(ctx.actor) };
    await refuseOutsiders(ctx.db, sender, recipients);
    const { title, attachments, fileName, totals, ...composed } = await composeReport(ctx, { report, filter, format });
    const sentBy = ctx.actor.id === null ? 'The operator' : ctx.actor.name;
    const reason = `You get this one-time email because ${sentBy} sent you this report from ${await findProductName(ctx.db)}.`;
    const { shopId } = sender;
    const action = linkReport({ report, filter, viewId: null, shopId });
    const parts = { lateSentence: '', reason, action, change: linkSchedules(shopId) };
    const mail = reportMail({ ...composed, totals, view, report: title, parts });
    await refuseOverQuota(ctx, sender, recipients.length);
    const message = await enqueueMails(ctx, { ...mail, ...sender, recipients, attachments });
    const after = { report, view, to: recipients };
    await ctx.audit({ action: 'mail', entity: 'report', id: message, shopId: sender.shopId, after });
    return { message, fileName, rows: composed.rows, totals: [...totals] };
  },
});
