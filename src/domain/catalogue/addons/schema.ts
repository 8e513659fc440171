import { z } from 'zod';
import { percentProblem } from '../../pricing/allocation.js';
import { addOnTypes, type AllocationFlag, allocationFlags, byFlag } from '../../pricing/case/case.js';
import {
  Id,
  NamedRecord,
  OptionalText,
  Percent,
  Quantity,
  Ref,
  RequiredText,
  UnitPrice,
} from '../../kernel/records/fields.js';

export const ParentFields = z.object({
  name: RequiredText('Enter the add-on parent category name'),
  newBuild: z.boolean().default(false),
  offLot: z.boolean().default(false),
});
export const ParentCategory = z.object({
  _id: z.uuid(),
  name: z.string(),
  newBuild: z.boolean(),
  offLot: z.boolean(),
  categories: z.int(),
  revision: z.int(),
});

/** Copies a parent category with its categories and add-ons; the suffix is added to every category's name. */
export const CopyParent = z.object({
  name: RequiredText('Enter the new parent category name'),
  existingAddonParentCategory: Ref('Choose a parent category'),
  categoryNameSuffix: RequiredText('Enter the suffix for the category name', 50),
});

export const AddOnCategoryFields = z.object({
  name: RequiredText('Enter the add-on category name'),
  addonParentCategory: Ref('Choose a parent category'),
});
export const AddOnCategory = z.object({
  _id: z.uuid(),
  name: z.string(),
  addonParentCategory: NamedRecord,
  addOns: z.int(),
  revision: z.int(),
});

const Item = z.object({
  item: Ref('Choose an item'),
  description: OptionalText(500),
  quantity: Quantity().default(1),
  replaceItem: z.boolean().default(false),
  replacementItem: Ref('Choose a replacement item').nullable().default(null),
});
const Items = z
  .array(
    Item.refine((line) => !line.replaceItem || line.replacementItem !== null, {
      path: ['replacementItem'],
      message: 'Choose a replacement item',
    }),
  )
  .max(500)
  .default([]);

const fields = z.object({
  name: RequiredText('Enter the add-on name'),
  type: z.enum(addOnTypes, 'Choose a type'),
  ssId: OptionalText(100),
  ...byFlag(() => z.boolean().default(false)),
  discount: z.boolean().default(false),
  steeperPitch: z.boolean().default(false),
  onSiteFee: z.boolean().default(false),
  nonInventory: z.boolean().default(false),
  standardNonInvCost: UnitPrice().nullable().default(null),
  addOnLabor: Id.nullable().default(null),
  retailPrice: UnitPrice('Enter the retail price'),
  shopPercent: Percent('Enter the shop percent'),
  category: Ref('Choose a category'),
  standardItems: Items,
});
type Fields = z.output<typeof fields>;

/** The allocation modes that are set on the add-on. */
export const getModes = (addOn: Readonly<Record<AllocationFlag, boolean>>): AllocationFlag[] =>
  allocationFlags.filter((flag) => addOn[flag]);

/** The highest retail price of a percent-type add-on, as orders accept it (P0). */
export const MOST_RETAIL_PERCENT = 1000;

/** Why a retail price is too high for the add-on's type; null if it is not. */
export const retailProblem = (type: string, retailPrice: number): string | null =>
  type === 'percent' && retailPrice > MOST_RETAIL_PERCENT ? 'must be at most 1,000%' : null;

/** The rules that every form and import of an add-on follows (P4). */
const checkAddOn = <F extends Fields>(addOn: F, ctx: z.core.$RefinementCtx<F>): void => {
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  const modes = getModes(addOn);
  const [, second] = modes;
  if (second) issue(second, 'choose only one way to split the price');
  if (addOn.nonInventory && addOn.standardNonInvCost === null)
    issue('standardNonInvCost', 'Enter the Non Inventory Cost');
  const priceProblem = retailProblem(addOn.type, addOn.retailPrice);
  if (priceProblem) issue('retailPrice', priceProblem);
  const problem = modes.map((mode) => percentProblem({ ...addOn, mode })).find((problem) => problem !== null);
  if (problem) issue('shopPercent', problem);
};

export const AddOnFields = fields.superRefine(checkAddOn);
export const ChangedAddOn = fields.extend({ id: Id, revision: z.int().optional() }).superRefine(checkAddOn);

const StoredItem = z.object({
  item: NamedRecord,
  description: z.string(),
  quantity: z.number(),
  replaceItem: z.boolean(),
  replacementItem: NamedRecord.nullable(),
});

export const AddOn = z.object({
  _id: z.uuid(),
  name: z.string(),
  type: z.enum(addOnTypes),
  ssId: z.string(),
  ...byFlag(() => z.boolean()),
  discount: z.boolean(),
  steeperPitch: z.boolean(),
  onSiteFee: z.boolean(),
  nonInventory: z.boolean(),
  standardNonInvCost: z.number().nullable(),
  addOnLabor: NamedRecord.nullable(),
  retailPrice: z.number(),
  shopPercent: z.number().nullable(),
  category: NamedRecord,
  standardItems: z.array(StoredItem),
  revision: z.int(),
});

/** A shop's own items, which replace the standard ones; empty if it has no items for the add-on. */
export const ShopItemsQuery = z.object({ shop: NamedRecord, items: z.array(StoredItem) });
export type ShopItemsQuery = z.output<typeof ShopItemsQuery>;

const ownItems = z.object({
  id: Id,
  revision: z.int().optional(),
  items: Items,
  /** Whether the add-on has no items at this shop. If false, an empty list means the standard ones. */
  noItems: z.boolean().default(false),
});
const contradiction = { path: ['items'], message: 'must be empty when there are no items' };
const isClear = ({ items, noItems }: z.output<typeof ownItems>): boolean => !noItems || items.length === 0;

/**
 * A shop's own items of an add-on, which replace the standard ones. An empty list means the standard ones, unless
 * `noItems` is set.
 */
export const ShopItems = ownItems.refine(isClear, contradiction);
export const CompanyShopItems = ownItems.extend({ shop: Ref('Choose a shop') }).refine(isClear, contradiction);

/**
 * An add-on as a shop may see it, without how its price is split with others. `revision` belongs to the items that
 * apply there: the shop's own, or else the standard ones.
 */
export const ShopAddOn = AddOn.pick({
  _id: true,
  name: true,
  type: true,
  ssId: true,
  retailPrice: true,
  shopPercent: true,
  category: true,
  standardItems: true,
  revision: true,
}).extend({
  items: z.array(StoredItem),
  /** Whether the shop has no items for it, regardless of the standard ones. */
  noItems: z.boolean(),
});

/** P6: one unit in a list row, in dollars to four decimals; null for percent-type add-ons. */
const Unit = AddOn.pick({
  _id: true,
  name: true,
  type: true,
  retailPrice: true,
  shopPercent: true,
  category: true,
  revision: true,
});
export const PricedAddOn = Unit.extend({
  addOnStandardTotalCost: z.number().nullable(),
  standardAddOnGrossProfit: z.number().nullable(),
  standardAddOnGrossProfitPercent: z.number().nullable(),
});
const atShop = {
  shopPrice: z.number().nullable(),
  addOnShopTotalCost: z.number().nullable(),
  grossProfitPercent: z.number().nullable(),
};
export const ShopPricedAddOn = Unit.extend(atShop);
/** For the office: at standard values and, if requested, at a shop's values. */
export const OfficePricedAddOn = PricedAddOn.extend(atShop);
