import type { WriteCtx } from '../../kernel/context.js';
import { newId } from '../../kernel/ids.js';
import { queryRows } from '../../kernel/database/rows.js';

/** How many records were created, and how many already existed. */
interface CopyResult {
  readonly ids: string[];
  readonly skipped: number;
}

/**
 * Copies the labor of a category, including each shop's own values, into other categories. Labor whose name already
 * exists there is skipped, so copying again creates nothing.
 */
export async function copyLabor({ db }: WriteCtx, from: string, to: readonly string[]): Promise<CopyResult> {
  await db('addon_categories')
    .whereRaw('id = any(?)', [[...to]])
    .orderBy('id')
    .forUpdate()
    .select('id');
  const pairs = await queryRows<{ id: string; category: string; isThere: boolean }>(
    db('addon_labor as l')
      .joinRaw('cross join unnest(?::uuid[]) as t(category)', [[...to]])
      .where('l.category_id', from)
      .orderByRaw('t.category, lower(l.name), l.id')
      .select('l.id', 't.category')
      .select(
        db.raw(`exists (select 1 from addon_labor x where x.category_id = t.category
        and lower(x.name) = lower(l.name)) as "isThere"`),
      ),
  );
  const copies = pairs.filter(({ isThere }) => !isThere).map((pair) => ({ ...pair, copy: newId() }));
  const columns = [copies.map(({ copy }) => copy), copies.map(({ id }) => id), copies.map(({ category }) => category)];
  await db.raw(
    `insert into addon_labor (id, name, category_id, type, total)
     select n.copy, x.name, n.category, x.type, x.total
       from unnest(?::uuid[], ?::uuid[], ?::uuid[]) as n(copy, id, category) join addon_labor x on x.id = n.id`,
    columns,
  );
  await db.raw(
    `insert into shop_addon_labor (shop_id, addon_labor_id, type, total)
     select x.shop_id, n.copy, x.type, x.total
       from unnest(?::uuid[], ?::uuid[]) as n(copy, id) join shop_addon_labor x on x.addon_labor_id = n.id`,
    columns.slice(0, 2),
  );
  return { ids: copies.map(({ copy }) => copy), skipped: pairs.length - copies.length };
}
