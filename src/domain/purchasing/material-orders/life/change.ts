import { z } from 'zod';
import type { WriteCtx } from '../../../kernel/context.js';
import { DomainError, invalid } from '../../../kernel/errors.js';
import { updateRecord, deleteRecord } from '../../../kernel/records/record.js';
import { service } from '../../../kernel/service.js';
import { refuseTakenOrderNumber } from '../../vendors/numbers.js';
import { companyDay } from '../day.js';
import { readMaterialLines, withFreight } from './lines.js';
import { storeReceived, putLines } from '../store.js';
import { lockMaterialOrder, materialOrderKind, requireVendor } from '../queries.js';
import { ChangeMaterialOrder, OrderAnswer, type OrderDetail, OrderId } from '../schema.js';
import { followOrder } from '../receiving/stock.js';

export const updateMaterialOrder = service({
  summary: 'Change a material order or place a draft; updates what is on order',
  permission: 'purchasing.write',
  effect: 'write',
  input: ChangeMaterialOrder,
  output: OrderAnswer,
  run: async (ctx, input) => {
    const { id, revision } = input;
    const before = await lockMaterialOrder(ctx, id);
    const item = await updateRecord(ctx, materialOrderKind, { id, revision }, () => store(ctx, before, input));
    const why = before.draft && !item.draft ? 'placed' : 'changed';
    await followOrder(ctx, item, why, { before, after: item });
    return { msg: 'Material Order is updated', item };
  },
});

async function store(ctx: WriteCtx, before: OrderDetail, input: ChangeMaterialOrder): Promise<void> {
  const { _id: id, shop } = before;
  if (input.draft === true && !before.draft) throw invalid('draft', 'cannot be set: the order is already placed');
  const number = input.purchaseOrderNumber ?? before.purchaseOrderNumber;
  if (number !== before.purchaseOrderNumber)
    await refuseTakenOrderNumber(ctx.db, 'material_orders', { shop: shop._id, number, id, repeat: input.repeatNumber });
  const freight = input.freight ?? before.freight;
  const changedLines = input.items
    ? await readMaterialLines(ctx.db, shop._id, input.items, { freight, earlier: before.items })
    : { lines: withFreight(before.items, freight), grandTotal: before.grandTotal };
  await ctx
    .db('material_orders')
    .where({ id })
    .update({
      ...(input.vendor ? { vendor_id: await requireVendor(ctx.db, shop._id, input.vendor) } : {}),
      ...{ freight, grand_total: changedLines.grandTotal, draft: input.draft ?? before.draft },
      purchase_order_number: number,
      ordered_on: input.orderedDate ?? before.orderedDate,
    });
  await putLines(ctx, id, changedLines.lines);
  await storeReceived(ctx, id, await companyDay(ctx));
}

export const deleteMaterialOrder = service({
  summary: 'Delete a material order without receipts; its items are no longer on order',
  permission: 'purchasing.write',
  effect: 'write',
  input: OrderId,
  output: z.object({ msg: z.string() }),
  run: async (ctx, { id }) => {
    const before = await lockMaterialOrder(ctx, id);
    const { purchaseOrderNumber: number, items } = before;
    if (items.some(({ received }) => received > 0))
      throw new DomainError('purchase-order-refused', {
        number,
        why: 'cannot be deleted: it has receipts',
      });
    await followOrder(ctx, before, 'deleted', { before });
    await deleteRecord(ctx, materialOrderKind, id);
    return { msg: 'Material Order is deleted' };
  },
});
