import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { DomainError, notFound } from '../../kernel/errors.js';
import { IS_COUNT } from '../../stock/counted-since.js';
import { setCause } from '../../stock/movements.js';
import { NamedRecord } from '../../kernel/records/fields.js';
import { getList } from '../../kernel/records/page.js';
import { RecordId } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { CLEARED, clearedTables, publishStock } from './clear.js';
import { queryFirstRow, queryRows, countWritten } from '../../kernel/database/rows.js';

const Counts = z.object({ items: z.int(), shedLabor: z.int(), addOnLabor: z.int() });

/** A deletion of shop overrides that can be undone; `shop` is null if it covered every shop. */
const OverrideDeletion = Counts.extend({
  _id: z.uuid(),
  at: z.string(),
  by: z.string(),
  shop: NamedRecord.nullable(),
});

const MOST_LISTED = 10;

export const listClearings = service({
  summary: 'List recent deletions of shop inventory and labor values that can be undone',
  permission: 'company.manage',
  effect: 'read',
  input: z.object({}),
  output: getList(OverrideDeletion),
  run: async ({ db }) => {
    const items = await queryRows<z.output<typeof OverrideDeletion>>(
      db('cleared_values as c')
        .leftJoin('shops as s', 's.id', 'c.shop_id')
        .whereNull('c.restored_at')
        .select({ _id: 'c.id', at: 'c.cleared_at', by: 'c.cleared_by' })
        .select(
          db.raw(`case when s.id is not null then json_build_object('_id', s.id, 'name', s.name) end as shop,
          jsonb_array_length(c.items) as items, jsonb_array_length(c.shed_labor) as "shedLabor",
          jsonb_array_length(c.add_on_labor) as "addOnLabor"`),
        )
        .orderBy('c.id', 'desc')
        .limit(MOST_LISTED),
    );
    return { items, total: items.length };
  },
});

export const restoreValues = service({
  summary: 'Undo a deletion of shop inventory and labor values, once; values entered since then are kept',
  permission: 'company.manage',
  effect: 'write',
  input: RecordId,
  output: z.object({ msg: z.string(), restored: Counts }),
  run: async (ctx, { id }) => {
    const row = await queryFirstRow<{ shop_id: string | null; restored_at: Date | null }>(
      ctx.db('cleared_values').where({ id }).forUpdate().first('shop_id', 'restored_at'),
    );
    if (!row) throw notFound('Deletion');
    if (row.restored_at) throw new DomainError('import-not-undoable', { why: 'it was already undone' });
    await setCause(ctx, { why: 'deletion of shop values undone' });
    const restoredValues: Record<string, number> = {};
    for (const { table, column, count } of clearedTables)
      restoredValues[count] = await putBack(ctx, { table, column, id });
    const by = { restored_at: ctx.clock.now(), restored_by: ctx.actor.name };
    await ctx.db('cleared_values').where({ id }).update(by);
    const shop = row.shop_id ?? undefined;
    await ctx.audit({
      ...{ action: 'restore inventory and labor values', entity: 'settings', shopId: row.shop_id },
      ...(shop ? { id: shop } : {}),
      after: restoredValues,
    });
    await publishStock(ctx, shop);
    return { msg: 'Inventory and Labor Items restored.', restored: Counts.parse(restoredValues) };
  },
});

/** The SQL condition that a quantity of `v` was counted or entered after its deletion. */
const isEnteredSince = (quantity: string): string => `exists (
  select from stock_movements counted
   where (counted.shop_id, counted.item_id) = (v.shop_id, v.item_id) and counted.${quantity} <> 0
     and counted.id > (select max(gone.id) from stock_movements gone
                        where (gone.shop_id, gone.item_id) = (v.shop_id, v.item_id) and gone.why = '${CLEARED}')
     and (counted.why = 'entered manually' or ${IS_COUNT}))`;

const fill = (column: string): string => `${column} = coalesce(v.${column}, excluded.${column})`;
const add = (column: string, quantity: string): string =>
  `${column} = v.${column} + case when ${isEnteredSince(quantity)} then 0 else excluded.${column} end`;

/**
 * Movements since then created the row of an item again, so its values are empty and its quantities are only what
 * moved.
 */
const mergeItem = `do update set ${[
  ...['name', 'sub_total', 'freight', 'inventory_item'].map(fill),
  ...['order_point_warning', 'order_point_critical', 'full_point'].map(fill),
  add('quantity_on_order', 'on_order'),
  add('quantity_in_received', 'received'),
  add('quantity_in_current', 'current'),
].join(', ')}, revision = v.revision + 1`;

/** What the rows of each table reference besides their shop, and what happens to those that exist again. */
const references = {
  shop_item_values: { of: 'items', key: 'item_id', onConflict: mergeItem },
  shop_shed_labor: { of: 'shed_labor', key: 'shed_labor_id', onConflict: 'do nothing' },
  shop_addon_labor: { of: 'addon_labor', key: 'addon_labor_id', onConflict: 'do nothing' },
} as const;

interface KeptReference {
  readonly table: keyof typeof references;
  readonly column: string;
  readonly id: string;
}

/**
 * Restores the deleted rows, except those whose shop or record no longer exists; what was entered again since then is
 * kept. Returns how many rows it wrote.
 */
async function putBack({ db }: WriteCtx, { table, column, id }: KeptReference): Promise<number> {
  const { of, key, onConflict } = references[table];
  const rowCount = await countWritten(
    db.raw(
      `insert into ${table} as v
      select r.* from cleared_values c, jsonb_populate_recordset(null::${table}, c.${column}) r
       where c.id = ? and exists (select from shops s where s.id = r.shop_id)
         and exists (select from ${of} o where o.id = r.${key})
       order by r.shop_id, r.${key}
      on conflict (shop_id, ${key}) ${onConflict}`,
      [id],
    ),
  );
  return rowCount;
}
