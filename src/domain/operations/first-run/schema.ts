import { z } from 'zod';

/** The first steps of a company, in sequence. */
export const firstSteps = ['company', 'rates', 'items', 'models', 'shops', 'people', 'upload'] as const;
export type FirstStep = (typeof firstSteps)[number];

export const FirstRun = z.object({
  /** `past` once the company has issued an invoice, or a week after its first order was priced and pushed. */
  state: z.enum(['open', 'done', 'past']),
  /** The steps that the reader may do; empty when they are past. */
  steps: z.array(
    z.object({
      step: z.enum(firstSteps),
      done: z.boolean(),
      /** How many records exist: colors, base styles, items, sheds, shops, active users, orders. */
      count: z.int(),
    }),
  ),
  /** How much of the sample catalogue is in the company. */
  sample: z.enum(['none', 'part', 'whole']),
  /** The first order that was priced and pushed. */
  order: z.object({ _id: z.uuid(), serialNumber: z.string() }).nullable(),
});

export const SampleAdded = z.object({ msg: z.string(), added: z.int() });

export const SampleRemoved = z.object({
  msg: z.string(),
  removed: z.int(),
  /** What remains, and why. */
  kept: z.array(z.object({ what: z.string(), why: z.string() })),
});

/** Sample orders in the sales system's format. */
export const SampleOrders = z.object({ orders: z.array(z.record(z.string(), z.json())) });
