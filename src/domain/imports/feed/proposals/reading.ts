import { findCompany } from '../../../company/company/queries.js';
import type { ActorCtx } from '../../../kernel/context.js';
import { invalid } from '../../../kernel/errors.js';
import { todayIn } from '../../../kernel/time.js';
import { storedMapping } from '../../orders/mapping.js';
import type { RowTimes } from '../row-time.js';
import type { RowReading } from './read-rows.js';

/**
 * How to read rows: the company's time zone; the mapping for rows of another format, the source's or else the
 * company's; and the field with the time of the change, `timestamp` unless the source has another one.
 */
export async function readReading(
  ctx: ActorCtx,
  {
    mapping = null,
    times,
  }: { readonly mapping?: RowReading['mapping'] | undefined; readonly times?: RowTimes | undefined } = {},
): Promise<RowReading> {
  const company = await findCompany(ctx.db);
  if (!company) throw invalid('', 'Set up the company first.');
  const zone = company.timeZone;
  return {
    ...{ zone, today: todayIn(zone, ctx.clock.now()) },
    mapping: mapping ?? (await storedMapping(ctx.db)) ?? null,
    times: times ?? { field: 'timestamp', zone },
  };
}
