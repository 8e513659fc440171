import { z } from 'zod';
import { Total } from '../kernel/money.js';
import { Id, NamedRecord, noneTwice, Quantity, Ref, StockQuantity } from '../kernel/records/fields.js';
import { getList } from '../kernel/records/page.js';
import { MOST_LINES } from './rules.js';

const Amounts = z.object({ onOrder: z.number(), received: z.number(), current: z.number() });

/** A change of an item's stock: what moved, the quantities afterward, and who moved it, when and why. */
export const Movement = Amounts.extend({
  _id: z.string(),
  at: z.string(),
  why: z.string(),
  /** The kind of record it moved for (`order`, `material-order`, `import` or `count`), and which one. */
  sourceKind: z.string().nullable(),
  sourceId: z.uuid().nullable(),
  by: z.string(),
  after: Amounts,
});

/** A physical count: for each item the counted quantity, and the current quantity on the screen at the time. */
export const CountStock = z.object({
  id: Id,
  counts: z
    .array(z.object({ item: Ref(), counted: Quantity(), was: StockQuantity().optional() }))
    .max(5000)
    .superRefine(noneTwice('item'))
    .default([]),
});

/** Which open orders count: those under construction unless `building` is `no`, those on hold if `onHold` is `yes`. */
export const CountedOrders = z.object({
  building: z.enum(['yes', 'no', '']).default('yes'),
  onHold: z.enum(['yes', 'no', '']).default('no'),
});
export type CountedOrders = z.output<typeof CountedOrders>;
/** The default of the shop's screens: the orders in the queue and under construction. */
export const usualOrders: CountedOrders = { building: 'yes', onHold: 'no' };

/** An item that a shop's open orders need, or that is below an order point; quantities in its own units. */
export const DemandRow = Amounts.extend({
  _id: z.uuid(),
  name: z.string(),
  /** Its unit: piece, sheet, linearFt. */
  type: z.string(),
  category: NamedRecord,
  /** Needed by the counted orders, beyond the metal ordered for them. */
  needed: z.number(),
  /** Quantity on draft material orders, which add nothing until they are placed. */
  drafted: z.number(),
  orderPointWarning: z.number().nullable(),
  orderPointCritical: z.number().nullable(),
  fullPoint: z.number().nullable(),
  /** What will be left after the orders are built. */
  left: z.number(),
  short: z.number(),
  suggested: z.number(),
  /** What one unit costs the shop, in dollars. */
  price: z.number(),
  /** The first vendor by name that sells it; null if none does. */
  vendor: NamedRecord.nullable(),
  /** That vendor's pack size; null if it sells any quantity. */
  pack: z.number().nullable(),
});

/** What a shop should order, by vendor and item; items without a vendor last. */
export const DemandList = getList(DemandRow).extend({
  shop: NamedRecord,
  /** How many orders were counted. */
  orders: z.int(),
  /** Over all items: how many the orders need, how many to order, and what those cost the shop now. */
  totals: z.object({ needed: z.int(), toOrder: z.int(), amount: Total }),
});

/** An order that needs an item, and how much. */
export const NeedingOrder = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.string(),
  model: z.string(),
  dateOrdered: z.string(),
  /** Beyond the metal ordered for it. */
  quantity: z.number(),
  /** On metal orders for its serial number. */
  metalOrdered: z.number(),
});

/** What to order from each vendor. */
export const OrderDemand = z.object({
  id: Id,
  orders: z
    .array(
      z.object({
        vendor: Ref('Please select a vendor'),
        items: z
          .array(z.object({ item: Ref(), quantity: Quantity().gt(0, 'must be more than 0') }))
          .min(1, 'must have at least one item')
          .max(MOST_LINES, `must have at most ${MOST_LINES} items`),
      }),
    )
    .max(500)
    .default([]),
});
