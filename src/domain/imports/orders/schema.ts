import { z } from 'zod';
import { oneLine } from '../../kernel/text/plain-text.js';

/** The rows of a file, each checked separately: a bad row is refused, the others are imported. */
export const ImportOrders = z.object({
  orders: z.unknown(),
  fileName: z.string().overwrite(oneLine).max(300).default('orders.json'),
  duplicates: z.enum(['skip', 'replace', 'keep']).default('skip'),
  /** The user's choice per serial number; takes precedence over `duplicates`. */
  decisions: z.record(z.string(), z.enum(['skip', 'replace', 'keep'])).default({}),

  strict: z.union([z.boolean(), z.stringbool()]).default(false),
  mapping: z.record(z.string(), z.string()).optional(),
});

const Counts = z.object({
  new: z.int(),
  replaced: z.int(),
  kept: z.int(),
  skipped: z.int(),
  refused: z.int(),
  withAlerts: z.int(),
});
const Compared = z.union([z.string(), z.number()]).nullable();
/** A stored order with the same serial number as a row: its data, what differs, and why it cannot be replaced. */
export const ExistingOrder = z.object({
  _id: z.uuid(),
  status: z.string(),
  shop: z.string().nullable(),
  builder: z.string().nullable(),
  whyNotReplaced: z.string().nullable(),
  differences: z.array(z.object({ column: z.string(), before: Compared, after: Compared })),
});
export const ImportResult = z.object({
  msg: z.string(),
  import: z.uuid().nullable(),
  seenBefore: z.string().nullable(),
  counts: Counts,
  rows: z.array(
    z.object({
      index: z.int(),
      serialNumber: z.string().nullable(),
      state: z.enum(['new', 'replaced', 'kept', 'exists', 'repeated', 'refused']),
      reason: z.string().nullable(),
      shop: z.string().nullable(),
      model: z.string().nullable(),
      existing: ExistingOrder.nullable(),
      alerts: z.array(z.string()),
    }),
  ),
});
