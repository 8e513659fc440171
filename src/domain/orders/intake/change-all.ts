import type { WriteCtx } from '../../kernel/context.js';
import { queryOnlyRow } from '../../kernel/database/rows.js';
import type { AffectedRecords } from '../../kernel/notices/notify-shops.js';

/** The orders that a statement changed: how many, which, and how many of each shop. */
interface ChangeResult {
  readonly n: number;
  readonly ids: string[];
  readonly byShop: AffectedRecords[];
}

/** Runs one statement over many orders. Returns a single row with the affected orders and the count by shop. */
export async function changeAll(ctx: WriteCtx, statement: string, bindings: (Date | string)[]): Promise<ChangeResult> {
  return queryOnlyRow<ChangeResult>(
    ctx.db.raw(
      `with written as (${statement} returning id, shop_id, serial_number),
     by_shop as (select shop_id, count(*)::int as n, min(id::text) as id, min(serial_number) as name from written group by shop_id)
     select count(*)::int as n, coalesce(array_agg(id), '{}') as ids,
       (select coalesce(json_agg(json_build_object('shopId', shop_id, 'count', n, 'id', id, 'name', name)), '[]') from by_shop) as "byShop"
     from written`,
      bindings,
    ),
  );
}
