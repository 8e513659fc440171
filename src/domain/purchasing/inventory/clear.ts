import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { setCause } from '../../stock/movements.js';
import { publishCatalogue } from '../../kernel/records/record.js';
import { service } from '../../kernel/service.js';
import { ClearedCounts, ClearValues } from '../../catalogue/settings/schema.js';
import { queryCount, queryOnlyRow } from '../../kernel/database/rows.js';
import { lockMaterialOrders, ORDERED } from './ordered.js';

type Counts = z.output<typeof ClearedCounts>;

/**
 * The tables of shop overrides that can be deleted, and the column of `cleared_values` that stores the deleted rows.
 */
export const clearedTables = [
  { count: 'items', table: 'shop_item_values', column: 'items' },
  { count: 'shedLabor', table: 'shop_shed_labor', column: 'shed_labor' },
  { count: 'addOnLabor', table: 'shop_addon_labor', column: 'add_on_labor' },
] as const;

/** The reason of the movements of a deletion. */
export const CLEARED = 'shop values deleted';

const COUNTED = '(quantity_on_order <> 0 or quantity_in_received <> 0 or quantity_in_current <> 0)';
const POINTED = '(order_point_warning is not null or order_point_critical is not null or full_point is not null)';

async function refuseUnknown(db: Knex, shop: string | undefined): Promise<void> {
  if (shop && !(await db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
}

async function countValues(db: Knex, shop: string | undefined): Promise<Counts> {
  const count = async (table: string, condition = 'true') => {
    const rows = db(table).whereRaw(condition);
    const n = await queryCount(shop ? rows.where({ shop_id: shop }) : rows);
    return Number(n);
  };
  return {
    items: await count('shop_item_values'),
    counts: await count('shop_item_values', COUNTED),
    orderPoints: await count('shop_item_values', POINTED),
    shedLabor: await count('shop_shed_labor'),
    addOnLabor: await count('shop_addon_labor'),
  };
}

/** Counts what would be deleted, without deleting anything. */
export const previewClearing = service({
  summary: 'Preview how many inventory and labor values of shops would be deleted, with their counts and order points',
  permission: 'company.manage',
  effect: 'read',
  input: ClearValues.partial(),
  output: ClearedCounts,
  run: async (ctx, { shop }) => {
    await refuseUnknown(ctx.db, shop);
    return countValues(ctx.db, shop);
  },
});

/**
 * Deletes the overrides of one shop or of all shops, with a history entry per shop. Standard values stay. Can be
 * undone.
 */
export const clearValues = service({
  summary:
    'Delete the inventory and labor values of one shop or all shops, with counts and order points; the standard values apply again',
  permission: 'company.manage',
  effect: 'write',
  input: ClearValues,
  output: z.object({ msg: z.string(), _id: z.uuid(), deleted: ClearedCounts }),
  run: async (ctx, { shop }) => {
    await refuseUnknown(ctx.db, shop);
    const deletedCount = await countValues(ctx.db, shop);
    const id = newId();
    await lockMaterialOrders(ctx);
    await setCause(ctx, { why: CLEARED });
    const removedValues: Record<string, string> = {};
    for (const { table, column } of clearedTables) removedValues[column] = await deleteRows(ctx, table, shop);
    const by = { cleared_at: ctx.clock.now(), cleared_by: ctx.actor.name };
    await ctx.db('cleared_values').insert({ id, shop_id: shop ?? null, ...by, ...removedValues });
    await trail(ctx, shop, deletedCount);
    await publishStock(ctx, shop);
    return { msg: 'Inventory and Labor Items are deleted', _id: id, deleted: deletedCount };
  },
});

/** What is stored of a deleted row; of an item, also what material orders said of it then. */
const keptRows = {
  shop_item_values: `select to_jsonb(gone) || jsonb_build_object('ordered_on_order', coalesce(o.on_order, 0),
      'ordered_received', coalesce(o.received, 0)) as kept from gone left join (${ORDERED}) o using (shop_id, item_id)`,
  shop_shed_labor: 'select to_jsonb(gone) as kept from gone',
  shop_addon_labor: 'select to_jsonb(gone) as kept from gone',
} as const;

/** Deletes the rows of a shop, or of all shops; returns them as JSON. */
async function deleteRows({ db }: WriteCtx, table: keyof typeof keptRows, shop: string | undefined): Promise<string> {
  const row = await queryOnlyRow<{ kept: string }>(
    db.raw(
      `with gone as (delete from ${table} where ${shop ? 'shop_id = :shop' : 'true'} returning *)
     select coalesce(jsonb_agg(kept), '[]')::text as kept from (${keptRows[table]}) rows`,
      shop ? { shop } : {},
    ),
  );
  return row.kept;
}

/** Reloads the screens of the catalogue and of stock. */
export async function publishStock(ctx: WriteCtx, shop: string | undefined): Promise<void> {
  await publishCatalogue(ctx);
  if (shop) await ctx.publish({ topic: 'stock', shopIds: [null, shop] });
}

const trail = (ctx: WriteCtx, shop: string | undefined, before: Counts): Promise<void> =>
  ctx.audit({
    action: 'delete inventory and labor values',
    entity: 'settings',
    ...(shop ? { id: shop } : {}),
    shopId: shop ?? null,
    before,
  });
