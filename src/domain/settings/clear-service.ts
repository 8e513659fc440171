import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../context.js';
import { notFound } from '../errors.js';
import { causeOf } from '../inventory/movements.js';
import { told } from '../records/record.js';
import { service } from '../service.js';
import { Cleared, ClearValues } from './schema.js';

type Counts = z.output<typeof Cleared>;

const tables = {
  items: 'shop_item_values',
  shedLabor: 'shop_shed_labor',
  addOnLabor: 'shop_addon_labor',
} as const satisfies Record<keyof Counts, string>;

const rowsOf = (db: Knex, table: string, shop: string | undefined): Knex.QueryBuilder =>
  shop ? db(table).where({ shop_id: shop }) : db(table);

async function each(of: (table: string) => Promise<number>): Promise<Counts> {
  return {
    items: await of(tables.items),
    shedLabor: await of(tables.shedLabor),
    addOnLabor: await of(tables.addOnLabor),
  };
}

async function known(db: Knex, shop: string | undefined): Promise<void> {
  if (shop && !(await db('shops').where({ id: shop }).first('id'))) throw notFound('Shop');
}

/** What deleting would delete; nothing goes. */
export const previewClearing = service({
  summary: 'How many own inventory and labor values of shops would be deleted',
  permission: 'company.manage',
  effect: 'read',
  input: ClearValues.partial(),
  output: Cleared,
  run: async (ctx, { shop }) => {
    await known(ctx.db, shop);
    return each(async (table) => {
      const [{ n }] = (await rowsOf(ctx.db, table, shop).count({ n: '*' })) as [{ n: number | string }];
      return Number(n);
    });
  },
});

/** Deletes the own values of a shop, or of all of them, each shop told in the trail; standard values stay. */
export const clearValues = service({
  summary: 'Delete the own inventory and labor values of a shop, or of every shop: the standard ones count again',
  permission: 'company.manage',
  effect: 'write',
  input: ClearValues,
  output: z.object({ msg: z.string(), deleted: Cleared }),
  run: async (ctx, { shop }) => {
    await known(ctx.db, shop);
    await causeOf(ctx, { why: 'own values deleted' });
    const deleted = await each((table) => rowsOf(ctx.db, table, shop).delete() as unknown as Promise<number>);
    await trail(ctx, shop, deleted);
    await told(ctx);
    return { msg: 'Inventory and Labor Items are deleted', deleted };
  },
});

const trail = (ctx: WriteCtx, shop: string | undefined, before: Counts): Promise<void> =>
  ctx.audit({
    action: 'delete inventory and labor values',
    entity: 'settings',
    ...(shop ? { id: shop } : {}),
    shopId: shop ?? null,
    before,
  });
