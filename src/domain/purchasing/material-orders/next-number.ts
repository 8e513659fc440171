import type { Knex } from 'knex';
import { z } from 'zod';
import type { WriteCtx } from '../../kernel/context.js';
import { service } from '../../kernel/service.js';
import { findShopFilter } from '../../kernel/rights/requested-shop.js';
import { nextNumber } from './rules.js';
import { queryFirstRow } from '../../kernel/database/rows.js';
import { Id, officeAndShop } from '../../kernel/records/fields.js';

/** Lets only one order of a shop at a time choose its number, until the transaction ends. */
export async function lockNumbers(tx: WriteCtx, shop: string): Promise<void> {
  await tx.db.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`material order numbers ${shop}`]);
}

/** The first free number after that of the shop's newest order. */
export async function findNextNumber(db: Knex, shop: string): Promise<string> {
  const orders = () => db('material_orders').where({ shop_id: shop });
  const newestOrder = await queryFirstRow<{ purchase_order_number: string }>(
    orders().orderBy('id', 'desc').first('purchase_order_number'),
  );
  let number = nextNumber(newestOrder?.purchase_order_number ?? null);
  while (await orders().whereRaw('lower(purchase_order_number) = lower(?)', [number]).first('id'))
    number = nextNumber(number);
  return number;
}

export const getNextMaterialOrderNumber = service({
  summary: 'Get the default PO number for a new material order of a shop',
  permission: 'purchasing.read',
  effect: 'read',
  input: z.object({ shop: Id.optional() }),
  output: officeAndShop(z.object({ purchaseOrderNumber: z.string() })),
  run: async (ctx, { shop: requestedShop }) => {
    const shop = await findShopFilter(ctx, requestedShop);
    return { purchaseOrderNumber: shop === null ? '' : await findNextNumber(ctx.db, shop) };
  },
});
