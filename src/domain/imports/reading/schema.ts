import { z } from 'zod';

const ids = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
  z.array(z.uuid('is not a valid ID')).max(1000),
);

/** The options of an import besides the file. */
export const ImportOptions = z.object({
  /** The shop whose values are imported; standard values by default. */
  shop: z.uuid('is not a valid ID').optional(),
  /** The shops that receive the values, as a list or comma-separated. */
  shops: ids.optional(),
  /** The category to export, and to search for model names. */
  category: z.uuid('is not a valid ID').optional(),
  model: z.uuid('is not a valid ID').optional(),
  /** What to do with orders whose serial number already exists: keep them, replace them, or add another beside them. */
  duplicates: z.enum(['skip', 'replace', 'keep']).optional(),
  /** Whether to import rows hidden by a filter in the spreadsheet; left out by default. */
  includeHidden: z.union([z.boolean(), z.stringbool()], 'must be true or false').optional(),
});
export type ImportOptions = z.output<typeof ImportOptions>;

/** The options of an export. Order type and past day apply to the price table. */
export const ExportOptions = ImportOptions.extend({
  type: z.enum(['NB', 'INV'], 'must be NB or INV').default('NB'),
  at: z.iso.date('must be a date such as 2026-03-31').optional(),
});
export type ExportOptions = z.output<typeof ExportOptions>;

/** Required to apply a file with another owner's values or with prices of a past day. */
export const Confirmation = z.union([z.boolean(), z.stringbool()]).default(false);

export const rowStates = ['new', 'changed', 'unchanged', 'refused'] as const;
export type RowState = (typeof rowStates)[number];

const Json = z.json().nullable();
const ChangedField = z.object({ column: z.string(), before: Json, after: Json });
export type ChangedField = z.output<typeof ChangedField>;
/** A problem with a row, and its column. */
const Problem = z.object({
  column: z.string().nullable(),
  value: z.string().nullable(),
  expected: z.string(),
  /** The complete message, if the problem is not about what a value must be. */
  why: z.string().optional(),
});
export type Problem = Readonly<z.output<typeof Problem>>;

/** A row of a staged import, and the effect of applying it. */
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

/** What prevents undoing an import: a record by its ID, or a row of a sheet. */
export const Blocker = z.object({ _id: z.uuid().nullable(), name: z.string(), why: z.string() });
export type Blocker = z.output<typeof Blocker>;

/** How the columns of a sheet were matched; `field` is null for an unused column. */
export const SheetLayout = z.object({
  sheet: z.string(),
  headerRow: z.int(),
  columns: z.array(
    z.object({
      header: z.string(),
      field: z.string().nullable(),
      /** Whether it is unused although it has values, and no one chose to ignore it. */
      lost: z.boolean().default(false),
    }),
  ),
  missing: z.array(z.string()),
  rows: z.int(),
  /** Rows below the header that are hidden by a filter: how many, and which. */
  hidden: z.object({ count: z.int(), rows: z.string() }).default({ count: 0, rows: '' }),
});
export type SheetLayout = z.output<typeof SheetLayout>;

/** The numbers of a sheet's rows hidden by a filter: `5-9, 12`. */
export const HiddenRows = z.object({ sheet: z.string(), count: z.int(), rows: z.string() });
export type HiddenRows = z.output<typeof HiddenRows>;

/** The columns of a sheet that are not imported, by their headers. */
export const IgnoredColumns = z.object({ sheet: z.string(), headers: z.array(z.string()) });
export type IgnoredColumns = z.output<typeof IgnoredColumns>;

export const Counts = z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), refused: z.int() });

/** A staged import as the workbench shows it. */
export const StagedImport = z.object({
  _id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  fileName: z.string(),
  /** The options besides the file. */
  options: ImportOptions.extend({ shops: z.array(z.uuid()).optional() }),
  staged: z.boolean(),
  seenBefore: z.string().nullable(),
  counts: Counts,
  /** How many of the refused rows are not listed, because only the first 1,000 are kept once an import is applied. */
  refusedNotKept: z.int(),
  layout: z.array(SheetLayout),
  /** Hidden sheets, which were left out. */
  hidden: z.array(z.string()),
  /**
   * Questions to confirm before it is applied, for example because the file's values belong to an owner other than
   * the one it changes.
   */
  questions: z.array(z.string()),
  /** Rows hidden by a filter; left out unless the options include them. */
  hiddenRows: z.array(HiddenRows),
  /** Columns that are not imported, without those that our exports write for information only. */
  ignoredColumns: z.array(IgnoredColumns),
  fields: z.array(z.object({ field: z.string(), header: z.string(), required: z.boolean() })),
  msg: z.string(),
});
