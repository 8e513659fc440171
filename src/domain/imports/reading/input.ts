import { z } from 'zod';
import { oneLine } from '../../kernel/text/plain-text.js';
import type { ActorCtx } from '../../kernel/context.js';
import { invalid } from '../../kernel/errors.js';
import { Pace } from '../../kernel/pace.js';
import { isObject, isPlainObject } from '../../kernel/objects.js';
import { type FileBytes, isFileBytes } from '../../files/file-bytes.js';
import type { Cell, ReadFile, ReadSheet, SheetRow } from '../../files/sheets/file-contents.js';
import { readSheets } from '../../files/sheets/read.js';
import { storableCell, storableText } from './storable.js';

const Bytes = z.custom<FileBytes>(isFileBytes, 'is not a file');
const NO_FILE = 'Please upload a file before importing.';

const Upload = z.object({ name: z.string().overwrite(oneLine).max(300), bytes: Bytes });
const MOST_ROWS = 200_000;
const MOST_FAULTS = 100;
type Row = Readonly<Record<string, unknown>>;

/** The rows of a spreadsheet, as objects by header. Rows are not copied, and checking ends after 100 errors. */
export const Rows = z
  .custom<Row[]>((value) => Array.isArray(value), 'must be a list of rows')
  .superRefine((rows, ctx) => {
    if (rows.length > MOST_ROWS) ctx.addIssue('must have at most 200,000 rows');
    let faults = 0;
    for (let n = 0; n < rows.length && faults < MOST_FAULTS; n++)
      if (!isPlainObject(rows[n])) {
        ctx.addIssue({ code: 'custom', path: [n], message: 'must be an object with one value per header' });
        faults += 1;
      }
  })
  .meta({ type: 'array', maxItems: MOST_ROWS, items: { type: 'object', additionalProperties: {} } });

/** An uploaded file or, in JSON, its rows. */
export const UploadOrRows = z.union([Rows, Upload], 'must be a file or a list of rows');

/**
 * The input of an import: an uploaded file, or its rows as a list of objects by header. `Sheet` names a row's sheet.
 */
export const ImportInput = z.object({
  file: Upload.optional(),
  rows: Rows.optional(),
  fileName: z.string().overwrite(oneLine).max(300).default('rows.json'),
});
export type ImportInput = z.output<typeof ImportInput>;

/** Throws invalid-input if neither a file nor rows were sent. */
export function requireFile({ file, rows }: ImportInput): void {
  if (!file && !rows?.length) throw invalid('file', NO_FILE);
}

/**
 * The name and the non-empty sheets of the input. Texts that cannot be stored become error cells. Throws the reader's
 * errors, and invalid-input without a file.
 */
export async function getSheets(ctx: ActorCtx, input: ImportInput): Promise<ReadFile & { fileName: string }> {
  const { sheets, hidden } = await sentSheets(ctx, input);
  const pace = new Pace(ctx.signal);
  const storable: ReadSheet[] = [];
  for (const { name, rows } of sheets)
    if (rows.length > 0) storable.push({ name: storableText(name), rows: await pace.map(rows, storableRow) });
  return { sheets: storable, hidden: hidden.map(storableText), fileName: input.file?.name ?? input.fileName };
}

async function sentSheets({ signal, progress }: ActorCtx, input: ImportInput): Promise<ReadFile> {
  if (input.file) return readSheets(input.file, { ...(signal && { signal }), ...(progress && { progress }) });
  requireFile(input);
  return { sheets: await readTables(input.rows ?? [], new Pace(signal)), hidden: [] };
}

/** Returns the row itself if all of it can be stored, so that 200,000 rows are not copied. */
const storableRow = (row: SheetRow): SheetRow =>
  row.cells.every((cell) => storableCell(cell) === cell) ? row : { ...row, cells: row.cells.map(storableCell) };

const SHEET = 'Sheet';

/**
 * Groups rows by `Sheet`. A sheet's headers are the union of those in its rows. Row numbers start below a header row.
 */
async function readTables(rows: readonly Row[], pace: Pace): Promise<ReadSheet[]> {
  const bySheet = new Map<string, { readonly found: Row[]; readonly headers: Set<string> }>();
  await pace.map(rows, (row) => {
    const name = typeof row[SHEET] === 'string' ? row[SHEET] : 'Rows';
    const sheet = bySheet.get(name) ?? { found: [], headers: new Set() };
    bySheet.set(name, sheet);
    sheet.found.push(row);
    for (const header of Object.keys(row)) if (header !== SHEET) sheet.headers.add(header);
  });
  const sheets: ReadSheet[] = [];
  for (const [name, sheet] of bySheet) {
    const headers = [...sheet.headers];
    let n = 1;
    const cells = await pace.map(sheet.found, (row) => ({
      row: (n += 1),
      cells: headers.map((header) => toCell(row[header])),
    }));
    sheets.push({ name, rows: [{ row: 1, cells: headers }, ...cells] });
  }
  return sheets;
}

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return readName(value) ?? { error: 'a list or an object' };
};

/** The name of a referenced record, `{ _id, name }`. */
const readName = (value: object): string | null => {
  const name = isObject(value) ? value['name'] : null;
  return typeof name === 'string' ? name : null;
};
