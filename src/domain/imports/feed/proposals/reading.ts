import { findCompany } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import { todayIn } from '../../../kernel/time.js';
import { storedMapping } from '../../orders/mapping-service.js';
import type { RowReading } from './read-rows.js';

/** How rows are read: the company's time zone, and the source's mapping for rows of another format, or the company's. */
export async function readReading(ctx: ActorCtx, mapping: RowReading['mapping'] = null): Promise<RowReading> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  const zone = company.timeZone;
  return { zone, today: todayIn(zone, ctx.clock.now()), mapping: mapping ?? (await storedMapping(ctx.db)) ?? null };
}
