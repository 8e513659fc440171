import { readCsv } from './csv.js';
import { type Limits, notASpreadsheet, Unreadable } from './limits.js';
import type { Piece } from './rows.js';
import { readWorkbook } from './workbook.js';

/** What is in a spreadsheet file, told by its first bytes. Throws `Unreadable` for everything that is none. */
export async function* readPieces(name: string, bytes: Buffer, limits: Limits): AsyncGenerator<Piece> {
  let hasValue = false;
  for await (const piece of piecesOf(name, bytes, limits)) {
    hasValue ||= 'rows' in piece && piece.rows.length > 0;
    yield piece;
  }
  if (!hasValue) throw new Unreadable('no sheet in it has a value');
}

function piecesOf(name: string, bytes: Buffer, limits: Limits): AsyncGenerator<Piece> {
  if (startsWith(bytes, 'PK')) return readWorkbook(bytes, limits);
  if (startsWith(bytes, '\xD0\xCF\x11\xE0')) throw ofCompoundFile(bytes);
  if (startsWith(bytes, '%PDF', '{\\rtf') || looksLikeMarkup(bytes)) throw notASpreadsheet();
  if (bytes.length > 0 && !bytes.subarray(0, LOOK_BYTES).includes(0) && /\.xls[xm]?$/i.test(name))
    throw new Unreadable('it is named like a workbook and is none: save it again as .xlsx, or name it .csv');
  return readCsv(name, bytes, limits);
}

const LOOK_BYTES = 512;

const startsWith = (bytes: Buffer, ...marks: readonly string[]): boolean =>
  marks.some((mark) => bytes.toString('latin1', 0, mark.length) === mark);

/** JSON, XML or HTML; a csv may begin with such a character, but not go on like it. */
const looksLikeMarkup = (bytes: Buffer): boolean =>
  /^(?:\xEF\xBB\xBF)?\s*(?:[{[]\s*["{[\]}\d]|<(?:[?!]|html|table|\w+\s*xmlns))/i.test(
    bytes.toString('latin1', 0, LOOK_BYTES),
  );

function ofCompoundFile(bytes: Buffer): Unreadable {
  const has = (stream: string): boolean => bytes.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) return new Unreadable('it is password-protected: remove the password');
  if (has('Workbook') || has('Book')) return new Unreadable('it is an old .xls: save it as .xlsx');
  return notASpreadsheet();
}
