import { Id, UnitPrice } from '../../kernel/records/fields.js';
import { RecordId } from '../../kernel/records/record.js';
import { readInput, service } from '../../kernel/service.js';
import { computeEffect, PriceEffect } from '../prices/effect.js';
import { updateItem, getItem } from './service.js';

const effectOfChange = computeEffect(updateItem);

export const previewItemCost = service({
  summary:
    'Preview how a new sub-total or freight of an item would change prices and gross profit; a shop previews its own',
  permission: 'items.change',
  effect: 'read',
  input: RecordId.extend({ shop: Id.optional(), subTotal: UnitPrice().optional(), freight: UnitPrice().optional() }),
  output: PriceEffect,
  run: async (ctx, { id, shop, ...cost }) => {
    const { name, type, inventoryItem, ...item } = await getItem(ctx, { id, shop });
    const stock = {
      orderPointWarning: item.orderPointWarning ?? 0,
      orderPointCritical: item.orderPointCritical ?? 0,
      fullPoint: item.fullPoint ?? 0,
      quantityOnOrder: item.quantityOnOrder ?? 0,
      quantityInRecieved: item.quantityInRecieved ?? 0,
      quantityInCurrent: item.quantityInCurrent ?? 0,
    };
    const otherFields = { name, type, inventoryItem, ...(shop ? stock : {}) };
    return readInput(
      PriceEffect,
      await effectOfChange(ctx, { id, param: shop ?? 'standard', ...otherFields, ...cost }),
    );
  },
});
