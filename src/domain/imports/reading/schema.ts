import { z } from 'zod';

const ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.uuid('is not a valid ID')).max(1000),
);

/** What is chosen besides the file. */
export const ImportOptions = z.object({
  /** Whose values; the standard ones without. */
  shop: z.uuid('is not a valid ID').optional(),
  /** The shops that get the values, as a list or joined by commas. */
  shops: ids.optional(),
  /** Of what is exported, and where names of models are looked for. */
  category: z.uuid('is not a valid ID').optional(),
  model: z.uuid('is not a valid ID').optional(),
  /** What becomes of orders whose serial number already exists: they stay, are replaced, or are added beside it. */
  duplicates: z.enum(['skip', 'replace', 'keep']).optional(),
  /** Whether rows that a filter of the spreadsheet hides are imported too; they are left out without it. */
  includeHidden: z.union([z.boolean(), z.stringbool()], 'must be true or false').optional(),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** What is chosen of an export: an order type and a past day are those of the price table. */
export const ExportOptions = ImportOptions.extend({
  type: z.enum(['NB', 'INV'], 'must be NB or INV').default('NB'),
  at: z.iso.date('must be a date such as 2026-03-31').optional(),
});
export type ExportOptions = z.output<typeof ExportOptions>;

/** Who applies a file of other values than it goes to, or of a past day, confirms it. */
export const Confirmed = z.union([z.boolean(), z.stringbool()]).default(false);

export const rowStates = ['new', 'changed', 'unchanged', 'refused'] as const;
export type RowState = (typeof rowStates)[number];

const Json = z.json().nullable();
const ChangedField = z.object({ column: z.string(), before: Json, after: Json });
export type ChangedField = z.output<typeof ChangedField>;
const Problem = z.object({
  column: z.string().nullable(),
  value: z.string().nullable(),
  expected: z.string(),
  /** All there is to say, where it is not what a value must be. */
  why: z.string().optional(),
});

/** A row of a staged import: what applying it would do. */
export const ImportRow = z.object({
  n: z.int(),
  sheet: z.string(),
  row: z.int(),
  state: z.enum(rowStates),
  name: z.string(),
  changes: z.array(ChangedField),
  problems: z.array(Problem),
  taken: z.boolean(),
});

/** How the columns of a sheet were read; a field is null where a column means nothing. */
export const SheetLayout = z.object({
  sheet: z.string(),
  headerRow: z.int(),
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  missing: z.array(z.string()),
  rows: z.int(),
  /** Rows below the header that a filter hides: how many, and which. */
  hidden: z.object({ count: z.int(), rows: z.string() }).default({ count: 0, rows: '' }),
});
export type SheetLayout = z.output<typeof SheetLayout>;

/** Rows of a sheet that a filter hides, by their numbers: `5-9, 12`. */
export const HiddenRows = z.object({ sheet: z.string(), count: z.int(), rows: z.string() });
export type HiddenRows = z.output<typeof HiddenRows>;

export const Counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() });

/** A staged import as the workbench shows it. */
export const Staged = z.object({
  _id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  fileName: z.string(),
  /** What was chosen besides the file. */
  options: ImportOptions.extend({ shops: z.array(z.uuid()).optional() }),
  staged: z.boolean(),
  seenBefore: z.string().nullable(),
  counts: Counts,
  layout: z.array(SheetLayout),
  /** Sheets that were left out because they are hidden. */
  hidden: z.array(z.string()),
  /** What has to be confirmed before it is applied: whose values the file holds, where they go to others. */
  questions: z.array(z.string()),
  /** Rows that a filter hides; they are left out unless the options include them. */
  hiddenRows: z.array(HiddenRows),
  fields: z.array(z.object({ field: z.string(), header: z.string(), required: z.boolean() })),
  msg: z.string(),
});
