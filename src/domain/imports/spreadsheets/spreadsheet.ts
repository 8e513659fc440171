import type { ActorCtx } from '../../kernel/context.js';
import { DomainError } from '../../kernel/errors.js';
import { Pace } from '../../kernel/pace.js';
import { piecesFrom } from '../../files/file-bytes.js';
import type { Cell, ReadSheet } from '../../files/sheets/file-contents.js';
import { computeDigest } from '../digest.js';
import { aboutHeaders, fileQuestions } from '../reading/file-values.js';
import { type ImportInput, getSheets } from '../reading/input.js';
import type { CellRow, ImportKind, ImportSource, Spreadsheet } from '../reading/kind.js';
import { isForeign, layOutSheet } from '../reading/layout.js';
import { planRows } from '../reading/plan.js';
import type { ImportOptions } from '../reading/schema.js';
import { storableText } from '../reading/storable.js';
import { REASON, refusedWorkbook } from './refused-rows.js';
import { loadMapping, rememberMapping } from './column-mapping.js';
import { versions } from '../undo-versions.js';

/**
 * A spreadsheet as an import kind of the engine. Undo restores the versions of its rows, unless the sheet has its own
 * undo.
 */
export const spreadsheet = <T>(name: string, sheet: Spreadsheet<T>): ImportKind<readonly Cell[], T> => ({
  name,
  ...versions,
  read: (ctx, input, options) => readSpreadsheet(ctx, { name, ...sheet }, input, options),
  remember: (tx, mapping) => rememberMapping(tx, name, mapping),
  plan: ({ db }, planning) => planRows(db, sheet, planning),
  refused: refusedWorkbook,
  lock: async ({ db }) => {
    for (const table of sheet.tables) await db.raw('lock table ?? in share row exclusive mode', [table]);
  },
  ...sheet,
});

async function readSpreadsheet(
  ctx: ActorCtx,
  { name, columns, takes, exportOnly = [] }: Spreadsheet & { readonly name: string },
  input: ImportInput,
  options: ImportOptions,
): Promise<ImportSource<readonly Cell[]>> {
  const { sheets, hidden, fileName } = await getSheets(ctx, input);
  const mapping = await loadMapping(ctx, name);
  const laidOut = sheets.flatMap((sheet) => {
    const layout = layOutSheet(sheet, columns(options), mapping, [...exportOnly, ...aboutHeaders, REASON]);
    return isUnseen(sheet) && isForeign(layout.layout) ? [] : [layout];
  });
  if (laidOut.length === 0) throw new DomainError('unreadable-file', { why: ALL_HIDDEN });
  const layouts = laidOut.map(({ layout }) => layout);
  let n = 0;
  const rows = laidOut.flatMap(({ rows: sheetRows }, sheet) =>
    sheetRows.map(({ row, cells, isHidden = false }): CellRow => ({ n: ++n, sheet, row, cells, hidden: isHidden })),
  );
  const pieces = input.file ? piecesFrom(input.file.bytes) : toJson(rows);
  const sha256 = await computeDigest(pieces, new Pace(ctx.signal));
  const questions = await fileQuestions(ctx.db, { options, takes, layouts, rows });
  return { fileName: storableText(fileName), sha256, layouts, rows, hidden, questions };
}

const ALL_HIDDEN = 'all its rows with values are hidden and it has no known header; unhide the rows and save it again';

/** Whether all rows of a sheet are hidden. Such a sheet is ignored if none of its columns is known. */
const isUnseen = ({ rows }: ReadSheet): boolean => rows.length > 0 && rows.every(({ isHidden }) => isHidden);

function* toJson(rows: readonly CellRow[]): Generator<string> {
  for (const { cells } of rows) yield JSON.stringify(cells);
}
