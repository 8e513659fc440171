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
import { lockMaterialOrders, ORDERED } from './ordered.js';

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
    await lockMaterialOrders(ctx);
    await setCause(ctx, { why: 'deletion of shop values undone' });
    const restoredValues: Record<string, number> = {};
    for (const { table, count } of clearedTables) restoredValues[count] = await putBack(ctx, table, id);
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
     and counted.id > coalesce((select max(gone.id) from stock_movements gone
                        where (gone.shop_id, gone.item_id) = (v.shop_id, v.item_id) and gone.why = '${CLEARED}'), 0)
     and (counted.why = 'entered manually' or ${IS_COUNT}))`;

const fill = (column: string): string => `${column} = coalesce(v.${column}, excluded.${column})`;
const add = (column: string, quantity: string): string =>
  `${column} = v.${column} + case when ${isEnteredSince(quantity)} then 0 else excluded.${column} end`;
const follow = (column: string, quantity: string): string =>
  `${column} = case when ${isEnteredSince(quantity)} then v.${column} else greatest(v.${column}, excluded.${column}) end`;

/**
 * Movements since then created the row of an item again, so its values are empty and its quantities are only what
 * moved. What is on order or received never falls below 0, so adding would bring back what should have been taken off
 * meanwhile: these become what follows from the material orders, or what moved since if that is more.
 */
const mergeItem = `do update set ${[
  ...['name', 'sub_total', 'freight', 'inventory_item'].map(fill),
  ...['order_point_warning', 'order_point_critical', 'full_point'].map(fill),
  follow('quantity_on_order', 'on_order'),
  follow('quantity_in_received', 'received'),
  add('quantity_in_current', 'current'),
].join(', ')}, revision = v.revision + 1`;

/**
 * The JSON entry of a deleted quantity, moved by as much as what material orders say of the item changed since. Earlier
 * deletions did not store what they said then: there, it is what they say now, if they have the item.
 */
const moved = (column: string, quantity: string): string => `'${column}', greatest(0, coalesce(
  (kept->>'${column}')::numeric - (kept->>'ordered_${quantity}')::numeric + coalesce(o.${quantity}, 0),
  o.${quantity}, (kept->>'${column}')::numeric))`;

/** The deleted items of `c`, with the quantities on order and received that they would have now. */
const keptItems = `jsonb_array_elements(c.items) as k(kept)
  left join (${ORDERED}) o on (o.shop_id, o.item_id) = ((kept->>'shop_id')::uuid, (kept->>'item_id')::uuid)
  cross join lateral jsonb_populate_record(null::shop_item_values, kept || jsonb_build_object(
    ${moved('quantity_on_order', 'on_order')}, ${moved('quantity_in_received', 'received')})) r`;

/**
 * The deleted rows `r` of each table, what they reference besides their shop, and what happens to those that exist
 * again.
 */
const references = {
  shop_item_values: { rows: keptItems, of: 'items', key: 'item_id', onConflict: mergeItem },
  shop_shed_labor: {
    rows: 'lateral jsonb_populate_recordset(null::shop_shed_labor, c.shed_labor) r',
    ...{ of: 'shed_labor', key: 'shed_labor_id', onConflict: 'do nothing' },
  },
  shop_addon_labor: {
    rows: 'lateral jsonb_populate_recordset(null::shop_addon_labor, c.add_on_labor) r',
    ...{ of: 'addon_labor', key: 'addon_labor_id', onConflict: 'do nothing' },
  },
} as const;

/**
 * Restores the deleted rows, except those whose shop or record no longer exists; what was entered again since then is
 * kept. Returns how many rows it wrote.
 */
async function putBack({ db }: WriteCtx, table: keyof typeof references, id: string): Promise<number> {
  const { rows, of, key, onConflict } = references[table];
  const rowCount = await countWritten(
    db.raw(
      `insert into ${table} as v
      select r.* from cleared_values c, ${rows}
       where c.id = ? and exists (select from shops s where s.id = r.shop_id)
         and exists (select from ${of} o where o.id = r.${key})
       order by r.shop_id, r.${key}
      on conflict (shop_id, ${key}) ${onConflict}`,
      [id],
    ),
  );
  return rowCount;
}
