import { z } from 'zod';
import { Total } from '../kernel/money.js';
import { Named, noneTwice, Quantity, Ref, Stocked } from '../kernel/records/fields.js';
import { listOf } from '../kernel/records/page.js';
import { MOST_LINES } from './rules.js';

const Amounts = z.object({ onOrder: z.number(), received: z.number(), current: z.number() });

/** A change of an item's stock: what moved, what there was after it, and who moved it when and why. */
export const Movement = Amounts.extend({
  _id: z.string(),
  at: z.string(),
  why: z.string(),
  /** What kind of record it moved for, and which: `order`, `material-order`, `import` or `count`. */
  sourceKind: z.string().nullable(),
  sourceId: z.uuid().nullable(),
  by: z.string(),
  after: Amounts,
});

/** A physical count: of each item what was counted, and the current quantity that was on the screen. */
export const CountStock = z.object({
  id: z.uuid('is not a valid ID'),
  counts: z
    .array(z.object({ item: Ref(), counted: Quantity(), was: Stocked().optional() }))
    .max(5000)
    .superRefine(noneTwice('item'))
    .default([]),
});

/** Which open orders are counted: those under construction unless `building` is `no`, those on hold with `onHold` `yes`. */
export const CountedOrders = z.object({
  building: z.enum(['yes', 'no', '']).default('yes'),
  onHold: z.enum(['yes', 'no', '']).default('no'),
});
export type CountedOrders = z.output<typeof CountedOrders>;
/** What the shop's screens count unless a person chooses: the orders in the queue and under construction. */
export const usualOrders: CountedOrders = { building: 'yes', onHold: 'no' };

/** An item that open orders of a shop need, or that falls below an order point; quantities in its own units. */
export const DemandRow = Amounts.extend({
  _id: z.uuid(),
  name: z.string(),
  /** What one of it is: piece, sheet, linearFt. */
  type: z.string(),
  category: Named,
  /** By the orders that are counted, besides the metal that was ordered for them. */
  needed: z.number(),
  /** On draft material orders, which bring nothing until they are placed. */
  drafted: z.number(),
  orderPointWarning: z.number().nullable(),
  orderPointCritical: z.number().nullable(),
  fullPoint: z.number().nullable(),
  /** What will be left when the orders are built. */
  left: z.number(),
  short: z.number(),
  suggested: z.number(),
  /** What one costs the shop, dollars. */
  price: z.number(),
  /** The first by name of the vendors that sell it; null where none does. */
  vendor: Named.nullable(),
  /** How many of it that vendor sells at once; null where it sells any number. */
  pack: z.number().nullable(),
});

/** What a shop should order, by vendor and item, those without a vendor last. */
export const DemandList = listOf(DemandRow).extend({
  shop: Named,
  /** How many orders are counted. */
  orders: z.int(),
  /** Of all items: how many the orders need, how many are to be ordered, and what those cost the shop now. */
  totals: z.object({ needed: z.int(), toOrder: z.int(), amount: Total }),
});

/** An order that needs an item, and how much of it. */
export const NeedingOrder = z.object({
  _id: z.uuid(),
  serialNumber: z.string(),
  status: z.string(),
  model: z.string(),
  dateOrdered: z.string(),
  /** Besides the metal that was ordered for it. */
  quantity: z.number(),
  /** On metal orders for its serial number. */
  metalOrdered: z.number(),
});

/** What to order of each vendor. */
export const OrderDemand = z.object({
  id: z.uuid('is not a valid ID'),
  orders: z
    .array(
      z.object({
        vendor: Ref('Please select a vendor'),
        items: z
          .array(z.object({ item: Ref(), quantity: Quantity().gt(0, 'must be more than 0') }))
          .min(1, 'must have at least one item')
          .max(MOST_LINES, `must be at most ${MOST_LINES} items`),
      }),
    )
    .max(500)
    .default([]),
});
