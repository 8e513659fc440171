import { z } from 'zod';
import { limitNames } from '../../kernel/records/limit-names.js';
import { oneLine } from '../../kernel/text/plain-text.js';

/** For each of our fields, the path of its value in a foreign row, such as `building.size` or `items[0].name`. */
export const Mapping = limitNames(z.record(z.string().max(60), z.string().max(300)), 60);

/** The rows of a file, each checked separately: a bad row is refused, the others are imported. */
export const ImportOrders = z.object({
  orders: z.unknown(),
  fileName: z.string().overwrite(oneLine).max(300).default('orders.json'),
  duplicates: z.enum(['skip', 'replace', 'keep']).default('skip'),
  /** The user's choice per serial number, which takes precedence over `duplicates`. */
  decisions: limitNames(
    z.record(z.string(), z.enum(['skip', 'replace', 'keep'])),
    50_000,
    'must have at most 50,000 serial numbers',
  ).default({}),
  strict: z.union([z.boolean(), z.stringbool()]).default(false),
  mapping: limitNames(z.record(z.string(), z.string()), 60).optional(),
});

const Counts = z.object({
  new: z.int(),
  replaced: z.int(),
  kept: z.int(),
  skipped: z.int(),
  refused: z.int(),
  withAlerts: z.int(),
});
const ComparedValue = z.union([z.string(), z.number()]).nullable();
/** A stored order with the same serial number as a row: its data, what differs, and why it cannot be replaced. */
export const ExistingOrder = z.object({
  _id: z.uuid(),
  status: z.string(),
  customer: z.string().nullable(),
  model: z.string(),
  dateOrdered: z.iso.date(),
  /** The company's total, in dollars. */
  total: z.number(),
  shop: z.string().nullable(),
  builder: z.string().nullable(),
  whyNotReplaced: z.string().nullable(),
  differences: z.array(z.object({ column: z.string(), before: ComparedValue, after: ComparedValue })),
});

const uploadStates = ['new', 'replaced', 'kept', 'exists', 'repeated', 'refused'] as const;
const ImportedRow = z.object({
  index: z.int(),
  serialNumber: z.string().nullable(),
  state: z.enum(uploadStates),
  reason: z.string().nullable(),
  shop: z.string().nullable(),
  model: z.string().nullable(),
  existing: ExistingOrder.nullable(),
  alerts: z.array(z.string()),
});

export const ImportResult = z.object({
  msg: z.string(),
  import: z.uuid().nullable(),
  seenBefore: z.string().nullable(),
  counts: Counts,
  rows: z.array(ImportedRow),
});

/** The results of a row from an API key, besides `new`, `repeated` and `refused`. */
export const pushStates = ['unchanged', 'applied', 'proposed', 'held', 'older', 'canceled', 'waiting'] as const;

/** The result of an upload, or of orders sent with an API key, which have more counts, states and IDs. */
export const UploadedOrders = ImportResult.extend({
  counts: Counts.extend({
    unchanged: z.int().optional(),
    /** Changes accepted automatically, and those that wait for a user as proposals. */
    applied: z.int().optional(),
    proposed: z.int().optional(),
    /** Orders put on hold because their sale was canceled. */
    held: z.int().optional(),
    /** Rows older than what is known. */
    older: z.int().optional(),
    /** Sales that were canceled before their first row arrived. */
    canceled: z.int().optional(),
    /** Rows that wait because the push would change too much. */
    waiting: z.int().optional(),
  }),
  rows: z.array(
    ImportedRow.extend({
      state: z.enum([...uploadStates, ...pushStates]),
      /** The ID in the other system. */
      externalId: z.string().nullable().optional(),
      /** The order of the row. */
      order: z.uuid().nullable().optional(),
    }),
  ),
});
