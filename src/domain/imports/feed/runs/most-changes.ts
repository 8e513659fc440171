import type { Knex } from 'knex';
import { queryOnlyRow } from '../../../kernel/database/rows.js';

/** The most that the rows of a run can change. */
interface MostChanges {
  readonly changed: number;
  /** The sum of all changes of amounts, in cents. */
  readonly moved: number;
}

/**
 * Counts the staged rows that differ from what is recorded, and the differences of their totals. Unknown where
 * nothing is recorded: for an order that this source never sent, one with a waiting change, and a missing total.
 */
const mostSql = `
  with staged as (
    select s.external_id, s.content, s.total, r.total as was, r.order_id
      from feed_staged s left join feed_records r on r.source_id = :sourceId and r.external_id = s.external_id
      where s.run_id = :runId and s.digest is distinct from r.digest)
  select count(order_id)::int as changed,
      coalesce(sum(abs(total - was)) filter (where order_id is not null), 0)::bigint as moved,
      coalesce(bool_or(order_id is not null and (total is null) <> (was is null)), false)
        or exists (select from staged join order_proposals p on p.order_id = staged.order_id and p.state = 'open')
        or exists (select from staged where order_id is null
          and (exists (select from orders o where o.external_id = staged.external_id)
            or exists (select from orders o
              where lower(o.serial_number) = lower(staged.content->>'serialNumber')))) as "isUnsure"
    from staged`;

/** The most that a run can change; null if that cannot be known without reading its rows. */
export async function findLimits(
  db: Knex,
  run: { readonly runId: string; readonly sourceId: string },
): Promise<MostChanges | null> {
  const { isUnsure, ...most } = await queryOnlyRow<MostChanges & { isUnsure: boolean }>(db.raw(mostSql, run));
  return isUnsure ? null : most;
}
