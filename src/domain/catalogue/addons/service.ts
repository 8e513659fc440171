import { z } from 'zod';
import { paysNoShop } from '../../pricing/allocation.js';
import { createRecord, updateRecord } from '../../kernel/records/record.js';
import { serviceToDelete } from '../../kernel/records/writes.js';
import { service } from '../../kernel/service.js';
import { putItems } from './items.js';
import { refuseTakenAddOnName } from './names.js';
import { addOnKind } from './queries.js';
import { AddOn, AddOnFields, ChangedAddOn, getModes } from './schema.js';

type Fields = z.output<typeof AddOnFields>;

/** The columns of an add-on, without its items. */
export const addOnRow = (addOn: Fields) => ({
  name: addOn.name,
  category_id: addOn.category,
  type: addOn.type,
  ss_id: addOn.ssId || null,
  retail_price: addOn.retailPrice,
  shop_percent: addOn.shopPercent,
  mode: getModes(addOn)[0] ?? null,
  discount: addOn.discount,
  steeper_pitch: addOn.steeperPitch,
  on_site_fee: addOn.onSiteFee,
  non_inventory: addOn.nonInventory,
  standard_non_inv_cost: addOn.nonInventory ? addOn.standardNonInvCost : null,
  addon_labor_id: addOn.addOnLabor,
});

/** The names that steeper-pitch add-ons must have. */
const STEEPER_PITCH = /^Steeper Pitch \d{3}$/;

function formatWarning(addOn: Fields): string | null {
  const isNamedWrong = addOn.steeperPitch && !STEEPER_PITCH.test(addOn.name);
  const warnings = [isNamedWrong ? `${addOn.name} must be like Steeper Pitch 812` : null, unpaidCost(addOn)];
  return warnings.filter((warning) => warning !== null).join('. ') || null;
}

/** P4: true for a mode that pays the shop nothing, which leaves the shop with costs but no revenue. */
function unpaidCost(addOn: Fields): string | null {
  const hasCost = addOn.standardItems.length > 0 || addOn.addOnLabor !== null || addOn.nonInventory;
  if (!paysNoShop.has(getModes(addOn)[0]) || !hasCost) return null;
  return 'The shop is not paid for this add-on but still bears the cost of its items and labor.';
}

const SaveResult = z.object({ msg: z.string(), warning: z.string().nullable(), item: AddOn });
const write = { permission: 'catalogue.write', effect: 'write' } as const;

export const createAddOn = service({
  ...write,
  summary: 'Add an add-on',
  input: AddOnFields,
  output: SaveResult,
  run: async (ctx, input) => {
    const item = await createRecord(ctx, addOnKind, async (id) => {
      await refuseTakenAddOnName(ctx, input, id);
      await ctx.db('add_ons').insert({ id, ...addOnRow(input) });
      await putItems(ctx, id, null, input.standardItems);
    });
    return { msg: 'Add-on is created', warning: formatWarning(input), item };
  },
});

export const updateAddOn = service({
  ...write,
  summary: 'Change an add-on; existing orders keep their prices',
  input: ChangedAddOn,
  output: SaveResult,
  run: async (ctx, { id, revision, ...addOn }) => {
    const item = await updateRecord(ctx, addOnKind, { id, revision }, async () => {
      await refuseTakenAddOnName(ctx, addOn, id);
      await ctx.db('add_ons').where({ id }).update(addOnRow(addOn));
      await putItems(ctx, id, null, addOn.standardItems);
    });
    return { msg: 'Addon is updated', warning: formatWarning(addOn), item };
  },
});

export const deleteAddOn = serviceToDelete({
  kind: addOnKind,
  ...write,
  summary: 'Delete an add-on that no shed or model uses; existing orders keep their prices',
  msg: 'AddOn is deleted',
});
