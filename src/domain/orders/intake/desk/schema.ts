import { z } from 'zod';
import { Total } from '../../../kernel/money.js';
import { NamedRecord } from '../../../kernel/records/fields.js';
import { chosenKinds } from './cause.js';

/** The cause that a call is about, with the name and place as listed. */
export const CauseInput = z.object({
  kind: z.string().min(1, 'is required').max(40),
  words: z.string().max(5000).default(''),
  within: z.string().max(500).default(''),
});

/** A catalogue record that a name may mean, and why it is suggested. */
export const Suggestion = NamedRecord.extend({
  /** An add-on's or model's category, or a dealer's shop. */
  category: z.string().nullable(),
  /** An add-on's catalogue price: dollars, or percent if `isPercent`. */
  price: z.number().nullable(),
  isPercent: z.boolean(),
  /** The similarity of the names, in percent; null if only earlier choices suggest it. */
  alike: z.int().nullable(),
  /** How often it was chosen for the same name, and when last. */
  times: z.int(),
  lastChosen: z.string().nullable(),
});
export type Suggestion = z.output<typeof Suggestion>;

const OrderRef = z.object({ _id: z.uuid(), serialNumber: z.string() });

/** The open alerts of New orders with one cause. */
export const AlertGroup = z.object({
  kind: z.string(),
  words: z.string(),
  within: z.string(),
  /** The name as written in the file; null for a kind without one. */
  name: z.string().nullable(),
  /** A label: the shop of a dealer, the category of a model or the part of a color. */
  place: z.string().nullable(),
  alerts: z.int(),
  orders: z.int(),
  shops: z.int(),
  /** Orders that only this cause holds back. */
  ready: z.int(),
  /** Alerts with a known price difference; file minus catalogue, in total and the largest. */
  priced: z.int(),
  difference: Total.nullable(),
  largest: Total.nullable(),
  samples: z.array(OrderRef),
  suggestions: z.array(Suggestion),
});
export type AlertGroup = z.output<typeof AlertGroup>;

/** How many New orders can be pushed, how many are held back, and by which causes. */
export const AlertDesk = z.object({
  ready: z.int(),
  held: z.int(),
  /** The number of all causes; `groups` has the most frequent ones. */
  causes: z.int(),
  groups: z.array(AlertGroup),
});

export const HeldOrder = OrderRef.extend({
  shop: z.string().nullable(),
  dealer: z.string().nullable(),
  model: z.string(),
  /** Why the order is held back: the texts of its alerts, and whether it lacks a shop. */
  reasons: z.array(z.string()),
  /** The shop of its dealer, for an order without a shop. */
  suggestedShop: NamedRecord.nullable(),
});
export type HeldOrder = z.output<typeof HeldOrder>;
export const HeldOrders = z.object({ items: z.array(HeldOrder), total: z.int() });

const Ids = z.array(z.uuid('is not a valid ID')).min(1).max(10_000);

/** One choice for all orders of a cause, or for the given ones. */
export const ChooseForAlerts = CauseInput.extend({
  kind: z.enum(chosenKinds, 'is not a kind of alert that a choice can fix'),
  choice: z.uuid('is not a valid ID'),
  remember: z.boolean().default(false),
  ids: Ids.optional(),
});
export type ChooseForAlerts = z.output<typeof ChooseForAlerts>;

const Amounts = z.object({ shop: Total, company: Total });
const UnpricedOrder = z.object({ serialNumber: z.string(), reason: z.string() });

/** What a choice does to the orders of a cause. */
export const ChoiceEffect = z.object({
  orders: z.int(),
  /** Orders that can then be pushed. */
  ready: z.int(),
  before: Amounts,
  after: Amounts,
  unpriced: z.array(UnpricedOrder),
});
export const ChoiceApplied = z.object({
  msg: z.string(),
  orders: z.int(),
  ready: z.int(),
  /** Remaining orders with this cause, because one call changes a limited number of orders. */
  left: z.int(),
  unpriced: z.array(UnpricedOrder),
});

/** A choice that later uploads use automatically. */
export const RememberedChoice = z.object({
  _id: z.uuid(),
  kind: z.string(),
  name: z.string(),
  place: z.string().nullable(),
  chosen: NamedRecord,
  /** Whether the chosen record still exists; a choice without one is ignored. */
  exists: z.boolean(),
  times: z.int(),
  chosenAt: z.string(),
  chosenBy: z.string(),
});
