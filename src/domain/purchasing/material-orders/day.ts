import { findCompany } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { todayIn } from '../../kernel/time.js';

/** The company's local date, as `2026-03-02`, of a moment or a day; defaults to now. */
export async function companyDay(ctx: ActorCtx, moment?: string | null): Promise<string> {
  if (moment && !moment.includes('T')) return moment;
  const zone = (await findCompany(ctx.db))?.timeZone ?? 'UTC';
  return todayIn(zone, moment ? new Date(moment) : ctx.clock.now());
}
