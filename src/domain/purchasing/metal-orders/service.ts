import { z } from 'zod';
import { findCompany } from '../../company/company/queries.js';
import type { WriteCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { markMetalOrdered } from '../../orders/life/metal.js';
import { toRow } from '../../kernel/records/columns.js';
import { getList } from '../../kernel/records/page.js';
import { createRecord, updateRecord, findOwnRecord, RecordId } from '../../kernel/records/record.js';
import { serviceToDelete } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { findShopFilter, findRequestedShop } from '../../kernel/rights/requested-shop.js';
import { todayIn } from '../../kernel/time.js';
import { refuseTakenOrderNumber } from '../vendors/numbers.js';
import { putPackages } from './packages.js';
import { findMetalOrders, metalOrderKind } from './queries.js';
import { receivedOn } from './rules.js';
import { ChangeMetalOrder, ListMetalOrders, MetalOrder, MetalOrderRow, NewMetalOrder } from './schema.js';
import { officeAndShop } from '../../kernel/records/fields.js';

const look = { permission: 'purchasing.read', effect: 'read' } as const;
const write = { permission: 'purchasing.write', effect: 'write' } as const;

export const listMetalOrders = service({
  ...look,
  summary: 'List the metal orders of the shop, newest first; the office can list all shops or one',
  input: ListMetalOrders,
  output: officeAndShop(getList(MetalOrderRow)),
  run: async (ctx, input) => findMetalOrders(ctx.db, { ...input, shop: await findShopFilter(ctx, input.shop) }, input),
});

export const getMetalOrder = service({
  ...look,
  summary: 'Get a metal order with its packages and their items',
  input: RecordId,
  output: officeAndShop(MetalOrder),
  run: (ctx, { id }) => findOwnRecord(ctx, metalOrderKind, id),
});

/**
 * The answer of a write. `metalOrdered` lists the serial numbers of the shop's orders that were marked as metal
 * ordered.
 */
const SaveResult = officeAndShop(z.object({ msg: z.string(), item: MetalOrder, metalOrdered: z.array(z.string()) }));

const today = async ({ db, clock }: WriteCtx): Promise<string> =>
  todayIn((await findCompany(db))?.timeZone ?? 'America/Chicago', clock.now());

/** Marks the orders that the packages are for as metal ordered; returns their serial numbers with the metal order. */
async function withMarks(ctx: WriteCtx, { _id: id, shop, metalOrder }: MetalOrder) {
  const serials = metalOrder.map(({ serialNumber }) => serialNumber);
  const metalOrdered = await markMetalOrdered(ctx, shop._id, serials);
  return { metalOrdered, item: await findOwnRecord(ctx, metalOrderKind, id) };
}

const columns = {
  vendor: 'vendor_id',
  purchaseOrderNumber: 'purchase_order_number',
  orderedDate: 'ordered_on',
  recievedDate: 'received_on',
};

export const createMetalOrder = service({
  ...write,
  summary: "Create a metal order; marks the shop's orders with these serial numbers as metal ordered",
  input: NewMetalOrder,
  output: SaveResult,
  run: async (ctx, { shop: requestedShop, metalOrder, repeatNumber: repeat, ...fields }) => {
    const shop = await findRequestedShop(ctx, requestedShop);
    if (shop === null) throw invalid('shop', 'Choose a shop');
    await refuseTakenOrderNumber(ctx.db, 'metal_orders', {
      shop,
      number: fields.purchaseOrderNumber,
      id: null,
      repeat,
    });
    const orderedDate = fields.orderedDate ?? (await today(ctx));
    const item = await createRecord(ctx, metalOrderKind, async (id) => {
      const creation = { created_at: ctx.clock.now(), updated_at: ctx.clock.now() };
      await ctx
        .db('metal_orders')
        .insert({ id, shop_id: shop, ...creation, ...toRow(columns, { ...fields, orderedDate }) });
      await putPackages(ctx, { id, shop }, metalOrder);
    });
    return { msg: 'Metal Order is created', ...(await withMarks(ctx, item)) };
  },
});

export const updateMetalOrder = service({
  ...write,
  summary: 'Change a metal order or mark it as received; orders with new serial numbers are marked as metal ordered',
  input: ChangeMetalOrder,
  output: SaveResult,
  run: async (ctx, { id, revision, metalOrder, recieved, recievedDate, repeatNumber: repeat, ...fields }) => {
    const day = await today(ctx);
    const item = await updateRecord(ctx, metalOrderKind, { id, revision }, async (before) => {
      const { purchaseOrderNumber: number = before.purchaseOrderNumber } = fields;
      if (number !== before.purchaseOrderNumber)
        await refuseTakenOrderNumber(ctx.db, 'metal_orders', { shop: before.shop._id, number, id, repeat });
      const receivedDay = receivedOn(before.recievedDate, { recieved, recievedDate }, day);
      await ctx
        .db('metal_orders')
        .where({ id })
        .update(toRow(columns, { ...fields, recievedDate: receivedDay }));
      if (metalOrder) await putPackages(ctx, { id, shop: before.shop._id }, metalOrder);
    });
    const marks = metalOrder ? await withMarks(ctx, item) : { item, metalOrdered: [] };
    return { msg: 'Metal Order is updated', ...marks };
  },
});

export const deleteMetalOrder = serviceToDelete({
  kind: metalOrderKind,
  ...write,
  summary: 'Delete a metal order; its orders stay marked as metal ordered',
  msg: 'Metal Order is deleted',
});
