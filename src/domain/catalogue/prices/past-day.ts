import { findCompany } from '../../company/company/queries.js';
import type { ActorCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { todayIn } from '../../kernel/time.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';

const getZone = async ({ db }: Pick<ActorCtx, 'db'>): Promise<string> => (await findCompany(db))?.timeZone ?? 'UTC';

/** Today in the company's time zone. */
export const todayAt = async (ctx: Pick<ActorCtx, 'db' | 'clock'>): Promise<string> =>
  todayIn(await getZone(ctx), ctx.clock.now());

/** The last moment of a date in the company's time zone; throws invalid-input for a future date. */
export async function endOfDay(ctx: Pick<ActorCtx, 'db' | 'clock'>, day: string): Promise<string> {
  const zone = await getZone(ctx);
  if (day > todayIn(zone, ctx.clock.now())) throw invalid('at', 'must not be after today');
  const row = await queryOnlyRow<{ at: string }>(
    ctx.db.raw(`select ((?::date + 1)::timestamp at time zone ? - interval '1 microsecond')::text as at`, [day, zone]),
  );
  return row.at;
}
