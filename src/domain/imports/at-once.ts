import { z } from 'zod';
import type { Permission } from '../kernel/rights/permissions.js';
import type { ActorCtx, WriteCtx } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { readInput, service } from '../kernel/service.js';
import { applyAtOnce } from './apply.js';
import { hiddenRowsIn } from './reading/hidden-rows.js';
import { ignoredColumnsIn } from './reading/ignored-columns.js';
import { ImportInput, requireFile, Rows, UploadOrRows } from './reading/input.js';
import type { PlannedRow } from './reading/kind.js';
import { getKind } from './kinds.js';
import { Confirmation, Counts, HiddenRows, IgnoredColumns, ImportOptions, ImportRow } from './reading/schema.js';
import { requireAllowed, getCounts, type Import, planStagedRows, readImport, toStaged, showRow } from './staged.js';

/** A file or rows, the options, and whether a refused row cancels the import. */
export const AtOnceInput = ImportInput.extend({
  file: UploadOrRows.optional(),
  ...ImportOptions.shape,
  /** Whether to cancel the import if any row is refused. */
  strict: z.union([z.boolean(), z.stringbool()]).default(false),
  confirmed: Confirmation,
});
/** The result of a direct import or its preview. */
export const AtOnceAnswer = z.object({
  msg: z.string(),
  counts: Counts,
  /** The number of rows hidden by a filter, which are left out unless `includeHidden` is true. */
  hiddenRows: z.array(HiddenRows),
  /** Columns that are not imported, without those that our exports write for information only. */
  ignoredColumns: z.array(IgnoredColumns),
  import: z.uuid().nullable(),
  /** The first 1,000 rows that are new, changed or refused. */
  rows: z.array(ImportRow),
});
const MOST_ROWS = 1000;

type ImportPermission = Permission &
  ('catalogue.write' | 'items.change' | 'labor.import' | 'payments.write' | 'prices.change');

/** The field names that some calls use for rows, besides `rows`, `file` and a bare list. */
const rowFields = {
  sheds: { sheds: Rows.optional() },
  haulBase: { haulBase: Rows.optional() },
  components: { components: Rows.optional() },
  payment: { payment: Rows.optional() },
} as const;

interface AtOnce {
  /** The message after the import, if it differs from that of the kind. */
  readonly successText?: string;
  /** Whether only values of a shop are accepted: the actor's, or the one the office chose. */
  readonly ofShop?: true;
  /** The field of the request body that contains the rows. */
  readonly rowsIn?: keyof typeof rowFields;
}
type DirectInput = z.output<typeof AtOnceInput> & Partial<Record<keyof typeof rowFields, z.output<typeof Rows>>>;
type AtOnceResult = z.output<typeof AtOnceAnswer>;

/**
 * Imports one kind in a single step. `apply` imports the valid rows immediately; `preview` reports what that would
 * do.
 */
export function atOnce(name: string, { successText, ofShop, rowsIn }: AtOnce = {}) {
  const readUpload = async (ctx: ActorCtx, input: DirectInput) => {
    const upload = readSent(input, rowsIn);
    requireFile(upload);
    const kind = { ...getKind(name), ...(successText !== undefined && { successText: () => successText }) };
    const options = await requireAllowed(ctx, kind, readInput(ImportOptions, input));
    if (ofShop && !options.shop) throw invalid('shop', 'is required');
    return readImport(ctx, kind, upload, options);
  };
  const apply = async (tx: WriteCtx, input: DirectInput): Promise<AtOnceResult> => {
    const { strict, confirmed } = input;
    const taking = { strict, confirmed, without: new Set<number>() };
    const { foundImport, rows, ...done } = await applyAtOnce(tx, await readUpload(tx, input), taking);
    return { ...done, ...takeRest(foundImport, rows), import: foundImport.id };
  };
  const preview = async (ctx: ActorCtx, input: DirectInput): Promise<AtOnceResult> => {
    const preview = await readUpload(ctx, input);
    const rows = await planStagedRows(ctx, preview);
    const counts = getCounts(rows);
    const msg = [toStaged(preview, counts).msg, ...preview.questions].join(' ');
    return { msg, counts, ...takeRest(preview, rows), import: null };
  };
  return { apply, preview };
}

/** The use cases of a call that imports one kind without a staging step. */
export function importAtOnce(name: string, permission: ImportPermission, more: AtOnce = {}) {
  const { apply, preview } = atOnce(name, more);
  const what = `a spreadsheet of ${name.replaceAll('-', ' ')}${more.ofShop ? ' of a shop' : ''}`;
  const input = AtOnceInput.extend(more.rowsIn ? rowFields[more.rowsIn] : {});
  const use = { permission, input, output: AtOnceAnswer } as const;
  return {
    apply: service({
      ...use,
      effect: 'write',
      summary: `Import ${what}, all valid rows at once`,
      run: apply,
    }),
    preview: service({
      ...use,
      effect: 'read',
      summary: `Preview what importing ${what} would change`,
      run: preview,
    }),
  };
}

/** The file, or the rows from whichever field they were sent in. */
function readSent(input: DirectInput, rowsIn: AtOnce['rowsIn']): ImportInput {
  const { file, fileName } = input;
  const rows = input.rows ?? (Array.isArray(file) ? file : undefined) ?? (rowsIn && input[rowsIn]);
  return { fileName, ...(file && !Array.isArray(file) ? { file } : { rows }) };
}

/** The hidden rows, the ignored columns, and the first rows that are not unchanged. */
const takeRest = ({ layouts }: Import, rows: readonly PlannedRow[]) => ({
  hiddenRows: hiddenRowsIn(layouts),
  ignoredColumns: ignoredColumnsIn(layouts),
  rows: rows
    .filter(({ state }) => state !== 'unchanged')
    .slice(0, MOST_ROWS)
    .map(({ raw: { n, sheet, row }, change: _, changes, problems, ...plannedRow }) =>
      showRow({ ...plannedRow, n, sheet, row, changes: [...changes], problems: [...problems], taken: true }, layouts),
    ),
});
