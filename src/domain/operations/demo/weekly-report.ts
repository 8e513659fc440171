import { getActor, findUserByName } from '../../company/users/queries.js';
import { findCompany } from '../../company/company/queries.js';
import { demoAdmin } from './accounts.js';
import type { Ctx } from '../../kernel/context.js';
import { createView, shareView } from '../../reporting/saved-views/service.js';
import { createSchedule } from '../../reporting/schedules/service.js';

const view = {
  name: 'Unpaid invoices, this quarter',
  report: 'invoices',
  filter: { range: 'this-quarter', invoiceStatus: ['New', 'Denied', 'Adjusted', 'Approved'] },
};
const MONDAYS_AT_SEVEN = '0 7 * * 1';

/**
 * Adds a saved view that an Office Admin shares with the office and has emailed every Monday at 07:00, unless a saved
 * view exists.
 */
export async function addWeeklyReport(ctx: Ctx, print: (text: string) => void): Promise<void> {
  const user = await findUserByName(ctx.db, demoAdmin);
  if (!user || (await ctx.db('saved_views').first('id'))) return;
  const admin = { ...ctx, actor: getActor(user) };
  const { item } = await createView(admin, view);
  await shareView(admin, { id: item._id, revision: item.revision, shared: true });
  const timeZone = (await findCompany(ctx.db))?.timeZone ?? 'UTC';
  await createSchedule(admin, { view: item._id, cron: MONDAYS_AT_SEVEN, timeZone, recipients: [demoAdmin] });
  print(`Reports: the view "${view.name}" is shared with the office and sent on Mondays at 7 AM.`);
}
