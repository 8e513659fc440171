import { z } from 'zod';
import {
  Id,
  NamedRecord,
  OptionalText,
  Quantity,
  Ref,
  RequiredText,
  StockQuantity,
  UnitPrice,
} from '../../kernel/records/fields.js';
import { type MetalName, metals } from '../../company/company/metals.js';
import { recordFrom } from '../../kernel/objects.js';

const NAME = 'Enter the item name';
const TYPE = 'Enter the item type';
const SUB_TOTAL = 'Enter the sub-total';

export const ItemCategoryFields = z.object({ name: RequiredText('Enter the item category name') });
export const ItemCategory = z.object({ _id: z.uuid(), name: z.string(), items: z.int(), revision: z.int() });

/** The fields of a new item's form. The total is always sub-total + freight; a sent total is ignored. */
export const ItemFields = z.object({
  name: RequiredText(NAME),
  type: RequiredText(TYPE, 50),
  subTotal: UnitPrice(SUB_TOTAL),
  freight: UnitPrice().nullable().default(0),
  category: Ref('Choose an item category'),
  inventoryItem: z.boolean().default(false),
});

/** A change of standard values; fields left out are unchanged. */
export const StandardValues = z.object({
  name: RequiredText(NAME),
  type: RequiredText(TYPE, 50),
  subTotal: UnitPrice(SUB_TOTAL).optional(),
  freight: UnitPrice().nullable().optional(),
  category: Ref('Choose an item category').optional(),
  inventoryItem: z.boolean().optional(),
});

/** A change of a shop's values. Null restores the standard value; fields left out are unchanged. */
export const ShopValues = z.object({
  name: RequiredText(NAME).nullable(),
  subTotal: UnitPrice().nullable().optional(),
  freight: UnitPrice().nullable().optional(),
  inventoryItem: z.boolean().nullable().optional(),
  orderPointWarning: Quantity('is required'),
  orderPointCritical: Quantity('is required'),
  fullPoint: Quantity('is required'),
  quantityOnOrder: Quantity('is required'),
  quantityInRecieved: Quantity('is required'),
  quantityInCurrent: StockQuantity('is required'),
});

const loose = z.number('must be a number').nullable().optional();

/**
 * A change of an item: `param` selects the values, either `standard` or a shop's ID. `discount` is an old name for
 * `inventoryItem`.
 */
export const ChangeItem = z.object({
  id: Id,
  param: z.union([z.literal('standard'), z.uuid()], 'must be "standard" or a shop ID'),
  revision: z.int().optional(),
  name: OptionalText().nullable().optional(),
  type: OptionalText(50).optional(),
  category: Id.optional(),
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

/** A shop's own values; null where the standard value applies. */
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
 * An item at its standard values, or at those that apply to a shop: its own or else the standard ones. Stock always
 * belongs to a shop. `revision` is that of the values shown, 0 while a shop has none of its own. Dollars with four
 * decimals.
 */
export const Item = Prices.extend(Stock.shape).extend({
  _id: z.uuid(),
  type: z.string(),
  category: NamedRecord,
  orderPointWarning: z.number().nullable(),
  orderPointCritical: z.number().nullable(),
  fullPoint: z.number().nullable(),
  stock: z.enum(['critical', 'warning']).nullable(),
  /**
   * How much the shop should order according to its demand, in whole units or packs; null for an item with no order
   * points and no need.
   */
  suggestedOrder: z.number().nullable(),
  standard: Prices,
  own: OwnValues.pick({ name: true, subTotal: true, freight: true, inventoryItem: true }).nullable(),
  revision: z.int(),
});

/** An item to choose by name, with its category, its unit and its unit cost. */
export const ItemChoice = NamedRecord.extend({ category: z.string(), type: z.string(), total: z.number() });

/** An item as a builder sees it: its name and its stock. */
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

/**
 * A change of metal prices, each under its metal's name, or under the name with `Standard` appended, as in the
 * company's record.
 */
export const ChangeMetal = z.object({
  id: Id,
  revision: z.int().optional(),
  ...byMetal(() => loose),
  ...standardNames,
});

/** The metal prices of the company or of a shop; null if there is neither an item nor an entered price. */
export const MetalSheet = z.object({
  _id: z.uuid(),
  ...byMetal(() => z.number().nullable()),
  revision: z.int(),
});
