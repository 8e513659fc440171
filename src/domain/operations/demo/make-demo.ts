import { getActor, findUserByName } from '../../company/users/queries.js';
import { systemActor, type Ctx } from '../../kernel/context.js';
import { addDemoAccounts, demoAdmin } from './accounts.js';
import { loadCompany } from './load-company.js';
import { FEED_FILE, runMainJob } from './main-job.js';
import { runPurchasing } from './purchasing.js';
import { addWeeklyReport } from './weekly-report.js';
import { playHistory } from './year/year.js';

/** The parts of a demo. */
export interface DemoParts {
  /** The company with its catalogue, in the format of `fixtures/demo-company.json`. */
  readonly company: unknown;
  /** The orders of its last day, in the format of the sales system. */
  readonly feed: unknown;
  /** How many months of history precede the last day; 0 for none. */
  readonly months: number;
}

/**
 * Fills a database with the demo: its company and users, the months before today, and a last day from upload to
 * payment. Steps already done are skipped. The same day yields the same demo. Returns whether its orders are new.
 * Throws an Error if an earlier run ended halfway.
 */
export async function makeDemo(
  base: Omit<Ctx, 'actor'>,
  parts: DemoParts,
  print: (text: string) => void,
): Promise<boolean> {
  const { db } = base;
  const { company, feed, months } = parts;
  if (!(await db('companies').first('id'))) {
    const rows = await loadCompany(db, company);
    print(
      `Demo company: ${rows['shops']} shops, ${rows['dealers']} dealers, ${rows['sheds']} sheds, ${rows['items']} items, ${rows['add_ons']} add-ons.`,
    );
  }
  await addDemoAccounts({ ...base, actor: systemActor('cli') });
  const admin = await findUserByName(db, demoAdmin);
  if (!admin) throw new Error(`The demo has no user ${demoAdmin}.`);
  const ctx: Ctx = { ...base, actor: getActor(admin) };
  const isNew = !(await db('imports').where({ file_name: FEED_FILE }).first('id'));
  if (isNew) {
    if (await db('orders').first('id'))
      throw new Error('The demo was not finished. Delete its data and start it again.');
    if (months > 0) await playHistory(ctx, company, months, print);
    await runMainJob(ctx, feed, print);
  }
  if (!(await db('vendors').first('id'))) await runPurchasing(ctx, print);
  await addWeeklyReport(ctx, print);
  return isNew;
}
