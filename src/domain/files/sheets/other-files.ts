import { notASpreadsheet, UnreadableFile } from './limits.js';

const LOOK_BYTES = 1_024;
const ENTRY_BYTES = 128;
const NAME_BYTES = 64;

/**
 * Whether a file is a zip file, by its first bytes. A CSV file may also begin with PK, so a shorter file counts only
 * with the name of a workbook.
 */
export const isZip = (bytes: Buffer, name: string): boolean =>
  /^PK(?:\x03\x04|\x05\x06|\x07\x08)/.test(beginning(bytes)) ||
  (bytes.length < 4 && beginning(bytes).startsWith('PK') && isWorkbookName(name));

/** Whether a file name has the extension of a spreadsheet workbook. */
const isWorkbookName = (name: string): boolean => /\.(?:xl[st][xmb]?|xls|ods|fods|numbers)$/i.test(name);

/** Throws for a file that is recognizably not CSV by its first bytes, naming its format. */
export function refuseOtherFiles(name: string, bytes: Buffer): void {
  const start = beginning(bytes);
  if (bytes.length === 0) throw new UnreadableFile('it is empty');
  if (start.startsWith('\xD0\xCF\x11\xE0')) throw ofCompoundFile(bytes);
  if (isOldWorkbook(bytes)) throw oldWorkbook();
  if (/^(?:%PDF|\{\\rtf)/.test(start)) throw notASpreadsheet();
  const markup = ofMarkup(start);
  if (markup) throw markup;
  const text = ofWideText(bytes);
  if (text) throw text;
  if (!bytes.subarray(0, LOOK_BYTES).includes(0) && isWorkbookName(name))
    throw new UnreadableFile('it is not a workbook despite its name; save it as .xlsx, or rename it to .csv');
}

const oldWorkbook = () => new UnreadableFile('it is an old .xls file; save it as .xlsx');

/**
 * Whether a file is a workbook of Excel 2 to 4, which begins with its first record: a number, its length and a
 * version.
 */
const isOldWorkbook = (bytes: Buffer): boolean =>
  bytes[0] === 9 && [0, 2, 4, 8].includes(bytes[1] ?? 1) && [4, 6, 8, 16].includes(bytes[2] ?? 0) && bytes[3] === 0;

/** Recognizes a compound file by the names in its directory, whose entries start at multiples of 128 bytes. */
function ofCompoundFile(bytes: Buffer): UnreadableFile {
  const names = new Set<string>();
  for (let at = ENTRY_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const length = bytes.readUInt16LE(at + NAME_BYTES);
    if (length < 4 || length > NAME_BYTES || length % 2 === 1) continue;
    names.add(bytes.toString('utf16le', at, at + length - 2).toLowerCase());
  }
  if (names.has('encryptedpackage')) return new UnreadableFile('it is password-protected; remove the password');
  return names.has('workbook') || names.has('book') ? oldWorkbook() : notASpreadsheet();
}

/** Recognizes JSON, XML or HTML. A CSV file may begin with the same character, but does not continue like them. */
function ofMarkup(start: string): UnreadableFile | null {
  const text = start.replace(/^\xEF\xBB\xBF/, '').trimStart();
  if (/^[{[]\s*["{[\]}\d]/.test(text)) return new UnreadableFile('it is JSON, not a spreadsheet; use .xlsx or .csv');
  if (!/^<(?:[?!]|html|table|\w+:?\w*\s*xmlns)/i.test(text)) return null;
  if (/urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(text))
    return new UnreadableFile('it is an Excel 2003 XML file; save it as .xlsx');
  if (/urn:oasis:names:tc:opendocument/.test(text)) return new UnreadableFile('it is a .fods file; save it as .xlsx');
  if (/<!doctype html|<html|<table/i.test(text))
    return new UnreadableFile(
      'it is a web page despite its name; open it in a spreadsheet program and save it as .xlsx',
    );
  return notASpreadsheet();
}

/**
 * Recognizes text with two or four bytes per character by its zeros. Two-byte text with a byte order mark is allowed.
 */
function ofWideText(bytes: Buffer): UnreadableFile | null {
  const look = bytes.subarray(0, LOOK_BYTES - (LOOK_BYTES % 4));
  const zeros = [0, 0, 0, 0];
  for (const [at, byte] of look.entries()) if (byte === 0) zeros[at % 4] = (zeros[at % 4] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros;
  const quarter = Math.floor(look.length / 4);
  if (quarter > 0 && ((c === quarter && d === quarter) || (a === quarter && (b === quarter || b >= quarter - 1))))
    return new UnreadableFile('it is UTF-32 text; save it as CSV UTF-8');
  const isMarked = /^(?:\xFF\xFE|\xFE\xFF)/.test(beginning(bytes));
  const half = Math.ceil(look.length / 5); // most characters are letters, digits and punctuation with one significant byte
  const isWide = (a + c === 0 && b + d >= half) || (b + d === 0 && a + c >= half);
  if (!isMarked && look.length > 1 && isWide && isText(look, a + c > 0))
    return new UnreadableFile('it is UTF-16 text without a byte order mark; save it as CSV UTF-8');
  return null;
}

/** Whether bytes decode to characters that belong in a text. */
function isText(bytes: Buffer, isBigEndian: boolean): boolean {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  const text = new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(even).slice(0, -1);
  return text !== '' && !/[\0-\x08\x0e-\x1f\uFFFD]/.test(text);
}

const beginning = (bytes: Buffer): string => bytes.toString('latin1', 0, LOOK_BYTES);
