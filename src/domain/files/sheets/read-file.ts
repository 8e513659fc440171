import { readCsv } from './csv.js';
import { type Limits, UnreadableFile } from './limits.js';
import { isZip, refuseOtherFiles } from './other-files.js';
import type { RowPiece } from './rows.js';
import { readWorkbook } from './xlsx/read-workbook.js';

/** Reads a spreadsheet file, recognized by its first bytes. Throws `UnreadableFile` for any other file. */
export async function* readPieces(name: string, bytes: Buffer, limits: Limits): AsyncGenerator<RowPiece> {
  let hasValue = false;
  const hiddenNames: string[] = [];
  for await (const piece of splitPieces(name, bytes, limits)) {
    if ('hidden' in piece) hiddenNames.push(piece.hidden);
    hasValue ||= 'rows' in piece && piece.rows.length > 0;
    yield piece;
  }
  if (!hasValue) throw new UnreadableFile(explainMissingValue(hiddenNames));
}

function splitPieces(name: string, bytes: Buffer, limits: Limits): AsyncGenerator<RowPiece> {
  if (isZip(bytes, name)) return readWorkbook(bytes, limits);
  refuseOtherFiles(name, bytes);
  return readCsv(name, bytes, limits);
}

const MOST_NAMES = 5;

/** Explains why a file has no values. Hidden sheets are not read, so they may have some. */
function explainMissingValue(hiddenNames: readonly string[]): string {
  if (hiddenNames.length === 0) return 'all its sheets are empty';
  const names = hiddenNames
    .slice(0, MOST_NAMES)
    .map((name) => `"${name}"`)
    .join(', ');
  const more = hiddenNames.length > MOST_NAMES ? ` and ${hiddenNames.length - MOST_NAMES} more` : '';
  return `all its visible sheets are empty, and hidden sheets are not imported (${names}${more}); unhide them and save it again`;
}
