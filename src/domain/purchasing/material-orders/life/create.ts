import type { WriteCtx } from '../../../kernel/context.js';
import { createRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { companyDay } from '../day.js';
import { refuseTakenOrderNumber } from '../../vendors/numbers.js';
import { lockNumbers } from '../next-number.js';
import { readMaterialLines } from './lines.js';
import { putLines } from '../store.js';
import { materialOrderKind, ownShop, requireVendor } from '../queries.js';
import { CreateOrder, OrderAnswer, type OrderDetail, type OrderFields } from '../schema.js';
import { followOrder } from '../receiving/stock.js';

export const createMaterialOrder = service({
  summary: 'Create a material order; its items are on order at once unless it is a draft',
  permission: 'purchasing.write',
  effect: 'write',
  input: CreateOrder,
  output: OrderAnswer,
  run: async (ctx, input) => ({ msg: 'Material Order is created', item: await addOrder(ctx, ownShop(ctx), input) }),
});

/**
 * Stores an order of a shop with its lines and, unless it is a draft, adds its quantities to what is on order (P11).
 */
export async function addOrder(tx: WriteCtx, shop: string, input: OrderFields): Promise<OrderDetail> {
  const vendor = await requireVendor(tx.db, shop, input.vendor);
  await lockNumbers(tx, shop);
  const key = { shop, number: input.purchaseOrderNumber, id: null, repeat: input.repeatNumber };
  await refuseTakenOrderNumber(tx.db, 'material_orders', key);
  const { freight, purchaseOrderNumber, draft } = input;
  const { lines, grandTotal } = await readMaterialLines(tx.db, shop, input.items, { freight, earlier: [] });
  const day = input.orderedDate ?? (await companyDay(tx));
  const order = await createRecord(tx, materialOrderKind, async (id) => {
    await tx.db('material_orders').insert({
      id,
      shop_id: shop,
      vendor_id: vendor,
      purchase_order_number: purchaseOrderNumber,
      ordered_on: day,
      draft,
      freight,
      grand_total: grandTotal,
    });
    await putLines(tx, id, lines);
  });
  await followOrder(tx, order, 'placed', { after: order });
  return order;
}
