import { z } from 'zod';
import { Named, OptionalText, Quantity, Ref, RequiredText, Stocked, UnitPrice } from '../../kernel/records/fields.js';
import { type MetalName, metals } from '../../company/company/metals.js';
import { recordFrom } from '../../kernel/objects.js';

const NAME = 'Enter the item name';
const TYPE = 'Enter the item type';
const SUB_TOTAL = 'Enter the sub-total';

export const ItemCategoryFields = z.object({ name: RequiredText('Enter the item category name') });
export const ItemCategory = z.object({ _id: z.uuid(), name: z.string(), items: z.int(), revision: z.int() });

/** What the form of a new item sends; its total is sub-total + freight, whatever is sent. */
export const ItemFields = z.object({
  name: RequiredText(NAME),
  type: RequiredText(TYPE, 50),
  subTotal: UnitPrice(SUB_TOTAL),
  freight: UnitPrice().nullable().default(0),
  category: Ref('Choose an item category'),
  inventoryItem: z.boolean().default(false),
});

/** The standard values of a change; what is not named stays. */
export const StandardValues = z.object({
  name: RequiredText(NAME),
  type: RequiredText(TYPE, 50),
  subTotal: UnitPrice(SUB_TOTAL).optional(),
  freight: UnitPrice().nullable().optional(),
  category: Ref('Choose an item category').optional(),
  inventoryItem: z.boolean().optional(),
});

/** The values of a shop in a change: null follows the standard one, what is not named stays. */
export const ShopValues = z.object({
  name: RequiredText(NAME),
  subTotal: UnitPrice().nullable().optional(),
  freight: UnitPrice().nullable().optional(),
  inventoryItem: z.boolean().nullable().optional(),
  orderPointWarning: Quantity('is required'),
  orderPointCritical: Quantity('is required'),
  fullPoint: Quantity('is required'),
  quantityOnOrder: Quantity('is required'),
  quantityInRecieved: Quantity('is required'),
  quantityInCurrent: Stocked('is required'),
});

const loose = z.number('must be a number').nullable().optional();

/** A change of an item: `param` says which values, `standard` or those of a shop by its id. `discount` is an old name of `inventoryItem`. */
export const ChangeItem = z.object({
  id: z.uuid('is not a valid ID'),
  param: z.union([z.literal('standard'), z.uuid()], 'must be "standard" or a shop ID'),
  revision: z.int().optional(),
  name: OptionalText().optional(),
  type: OptionalText(50).optional(),
  category: z.uuid('is not a valid ID').optional(),
  subTotal: loose,
  freight: loose,
  inventoryItem: z.boolean().nullable().optional(),
  discount: z.boolean().nullable().optional(),
  orderPointWarning: loose,
  orderPointCritical: loose,
  fullPoint: loose,
  quantityOnOrder: loose,
  quantityInRecieved: loose,
  quantityInCurrent: loose,
});

/** What a shop stores of its own; null where the standard value counts. */
export const OwnValues = z.object({
  name: z.string().nullable(),
  subTotal: z.number().nullable(),
  freight: z.number().nullable(),
  inventoryItem: z.boolean().nullable(),
  orderPointWarning: z.number().nullable(),
  orderPointCritical: z.number().nullable(),
  fullPoint: z.number().nullable(),
  quantityOnOrder: z.number(),
  quantityInRecieved: z.number(),
  quantityInCurrent: z.number(),
});

const Prices = z.object({
  name: z.string(),
  subTotal: z.number(),
  freight: z.number(),
  total: z.number(),
  inventoryItem: z.boolean(),
});
const Stock = z.object({
  quantityOnOrder: z.number().nullable(),
  quantityInRecieved: z.number().nullable(),
  quantityInCurrent: z.number().nullable(),
});

/**
 * An item at its standard values, or at those that count for a shop: its own, where it has none the standard ones. Stock
 * is a shop's; `revision` is that of the values shown, 0 while a shop has none of its own. Dollars, four decimals.
 */
export const Item = Prices.extend(Stock.shape).extend({
  _id: z.uuid(),
  type: z.string(),
  category: Named,
  orderPointWarning: z.number().nullable(),
  orderPointCritical: z.number().nullable(),
  fullPoint: z.number().nullable(),
  stock: z.enum(['critical', 'warning']).nullable(),
  /** What the shop's demand says is to be ordered, in whole units or packs; null for an item without points and need. */
  suggestedOrder: z.number().nullable(),
  standard: Prices,
  own: OwnValues.pick({ name: true, subTotal: true, freight: true, inventoryItem: true }).nullable(),
  revision: z.int(),
});

/** An item as a builder reads it: its name and how much there is. */
export const ItemStock = Item.pick({ _id: true, name: true, category: true, stock: true }).extend(Stock.shape);

export const itemSorts = [
  'name',
  'type',
  'category',
  'subTotal',
  'freight',
  'total',
  'orderPointWarning',
  'orderPointCritical',
  'fullPoint',
  'suggestedOrder',
  'quantityOnOrder',
  'quantityInRecieved',
  'quantityInCurrent',
] as const;
export const itemSort = z.enum([...itemSorts, ...itemSorts.map((field) => `-${field}` as const)]).default('name');

type ByMetal<V> = Readonly<Record<MetalName, V>>;
const byMetal = <V>(of: (metal: (typeof metals)[number]) => V): ByMetal<V> =>
  recordFrom(metals, ({ name }) => name, of);

/** The ten prices per linear foot, all required. */
export const MetalPrices = z.object(byMetal(({ label }) => UnitPrice(`Enter the ${label} price`)));
export type MetalPrices = z.output<typeof MetalPrices>;

const standardNames = recordFrom(
  metals,
  ({ name }) => `${name}Standard` as const,
  () => loose,
);

/** A change of metal prices: each under its name, or its name with `Standard` behind, as the company calls them. */
export const ChangeMetal = z.object({
  id: z.uuid('is not a valid ID'),
  revision: z.int().optional(),
  ...byMetal(() => loose),
  ...standardNames,
});

/** The metal prices of the company or of a shop; null where neither an item nor a price is known. */
export const MetalSheet = z.object({
  _id: z.uuid(),
  ...byMetal(() => z.number().nullable()),
  revision: z.int(),
});
