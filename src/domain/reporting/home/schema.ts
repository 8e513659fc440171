import { z } from 'zod';
import { Total } from '../../kernel/money.js';
import { openStatuses } from '../../kernel/order/status.js';
import { Id, NamedRecord } from '../../kernel/records/fields.js';

/** The shop to limit the figures to; shop users always get their own. */
export const HomeFilter = z.object({ shop: Id.optional() });

export const needKinds = [
  'held-back',
  'ready',
  'canceled',
  'proposals',
  'approvals',
  'denied',
  'holds',
  'late',
  'messages',
  'low-stock',
  'commands',
] as const;

/** Something that waits for the user: how many, since when, and why. */
export const Need = z.object({
  kind: z.enum(needKinds),
  count: z.int(),
  /** Whole days since the oldest has been waiting; null if age does not matter. */
  oldestDays: z.int().nullable(),
  /** The kinds of open alerts of New orders, the statuses of late ones; most frequent first. Otherwise empty. */
  causes: z.array(z.object({ code: z.string(), orders: z.int() })),
});
export type Need = z.output<typeof Need>;
export const Needs = z.object({ items: z.array(Need) });

const Days = z.object({ from: z.string(), to: z.string() });
/** A figure of this month, of the same days of the month before, and of each week. */
const figure = <T extends z.ZodType>(value: T) => z.object({ now: value, before: value, weeks: z.array(value) });

const share = z.number().nullable();
const Model = z.object({
  model: z.string(),
  orders: z.int(),
  revenue: Total,
  /** A fraction; null if no order has a known cost. */
  profitPercent: share,
  leftOut: z.int(),
});
const common = {
  month: Days,
  before: Days,
  weeks: z.array(Days),
  orders: figure(z.int()),
  revenue: figure(Total),
  /** The median number of days from order to finish; null if no order was finished. */
  daysToFinish: figure(z.number().nullable()),
  /** By revenue, over all the weeks. */
  models: z.array(Model),
};

/**
 * Key figures of orders by order date, without Canceled ones: company revenue and gross profit for the office, a shop's
 * own totals for a shop.
 */
export const KeyFigures = {
  office: z.object({ ...common, profitPercent: figure(share), leftOut: z.int() }),
  shop: z.object(common),
};

/** The number of open orders by status. */
const Counts = z.object({
  InQueue: z.int(),
  Building: z.int(),
  Finished: z.int(),
  'On Hold': z.int(),
} satisfies Record<(typeof openStatuses)[number], z.ZodType>);

/** Open orders by shop, those with the most first, and by age since the order date. */
export const OpenWork = z.object({
  shops: z.array(z.object({ shop: NamedRecord, counts: Counts })),
  /** One count per age band. */
  ages: z.array(Counts),
});
export type StatusCounts = z.output<typeof Counts>;
