import { z } from 'zod';
import { Total } from '../../kernel/money.js';
import { Id, NamedRecord, getPaging } from '../../kernel/records/fields.js';
import { ReportFilter } from '../reports/filter.js';
import { RangeAnswer } from '../reports/invoices/invoice-schema.js';

/** The counts of each row: orders there, orders here, and orders that differ. */
export const figures = ['theirs', 'ours', 'missingHere', 'missingThere', 'differing'] as const;
export type ReconciliationFigure = (typeof figures)[number];

/** The figures that count differences. */
export const differences = [
  'missingHere',
  'missingThere',
  'differing',
] as const satisfies readonly ReconciliationFigure[];

/** How many orders differ; 0 if both sides agree. */
export const countDiffering = (
  totals: Readonly<Record<(typeof differences)[number], { readonly count: number }>>,
): number => differences.reduce((sum, name) => sum + totals[name].count, 0);

/** Days by Date Ordered in the company's time zone; empty lists do not filter. */
export const ReconciliationFilter = ReportFilter.pick({ dates: true, range: true, shops: true }).extend({
  sources: z.array(Id).max(1000).default([]),
  /** Whether to leave out days, sources and shops without differences. */
  onlyDiffering: z.boolean('must be true or false').default(false),
});
export type ReconciliationFilter = z.output<typeof ReconciliationFilter>;

const Sum = z.object({ count: z.int(), amount: Total });
const sums = { theirs: Sum, ours: Sum, missingHere: Sum, missingThere: Sum, differing: Sum };

/** A shop of this company, or a name that only the source knows. */
const Shop = z.object({ _id: z.uuid().nullable(), name: z.string() }).nullable();

const Row = z.object({
  /** The day, the source and the shop as text, used to list its orders. */
  _id: z.string(),
  day: z.string(),
  /** Null for orders with an ID that no source has sent. */
  source: NamedRecord.nullable(),
  /** Null for orders without a shop. */
  shop: Shop,
  ...sums,
});

/**
 * Orders by day, source and shop: what the source has, what is here, and what differs. Amounts are totals before tax;
 * `differing` is theirs minus ours, so theirs - ours = missing here - missing there + differing, to the cent.
 */
export const Reconciliation = z.object({
  range: RangeAnswer,
  /** The number of sources. */
  sources: z.int(),
  total: z.int(),
  totals: z.object(sums),
  rows: z.array(Row),
});

/** Lists the orders behind a figure, of one row or of all rows. */
export const ListReconciled = ReconciliationFilter.omit({ onlyDiffering: true }).extend({
  figure: z.enum(figures, `must be one of: ${figures.join(', ')}`),
  row: z
    .string('must be text')
    .regex(/^\d{4}-\d{2}-\d{2}\|/, 'is not a row of the reconciliation')
    .max(500, 'is not a row of the reconciliation')
    .optional(),
  ...getPaging(50),
});
export type ListReconciled = z.output<typeof ListReconciled>;

/** An order as the source has it and as it is here. */
export const ReconciledOrder = z.object({
  _id: z.string(),
  day: z.string(),
  source: NamedRecord.nullable(),
  shop: Shop,
  externalId: z.string().nullable(),
  serialNumber: z.string().nullable(),
  /** The order here; null if there is none. */
  order: z.object({ _id: z.uuid(), serialNumber: z.string(), status: z.string() }).nullable(),
  /** Null if the order is missing or canceled. */
  theirs: Total.nullable(),
  ours: Total.nullable(),
  /** What differs, as a sentence; empty if nothing does. */
  why: z.string(),
});

export const ReconciledOrders = z.object({ items: z.array(ReconciledOrder), total: z.int() });
