import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { firstBadLine } from '../../kernel/text/utf8-text.js';
import { slices } from './xlsx/archive.js';
import { getDelimiter } from './delimiter.js';
import { toUtf16, utf8, windows1252 } from './encoding.js';
import { MOST, notASpreadsheet, UnreadableFile, type Limits } from './limits.js';
import { SheetRows, type RowPiece } from './rows.js';

const SAMPLE_BYTES = 65_536;
/** Every way to end a line, the longest first. A file that was edited with several programs mixes them. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Reads the only sheet of a CSV file, named after the file. The encoding is UTF-8, UTF-16 with a byte order mark, or
 * else Windows-1252; UTF-8 with invalid bytes is refused. The delimiter is detected; each line may end in its own way.
 * Values are text; the apostrophes that our exports put before `=`, `+`, `-` and `@` are removed.
 */
export async function* readCsv(name: string, bytes: Buffer, limits: Limits): AsyncGenerator<RowPiece> {
  refuseBrokenUtf8(bytes);
  const sample = getDecoder(bytes)(bytes.subarray(0, SAMPLE_BYTES));
  if (/[\0-\x08\x0e-\x19\x1b-\x1f]/.test(sample)) throw notASpreadsheet();
  const separator = /^sep=(.)(\r\n|\n|\r)/i.exec(sample);
  const delimiter = separator?.[1] ?? getDelimiter(sample);
  limits.expect(bytes.length);
  yield { sheet: path.basename(name, path.extname(name)) };
  yield* readRecords(texts(bytes, separator?.[0].length ?? 0, limits), delimiter, new SheetRows(limits));
}

async function* readRecords(text: Iterable<string>, delimiter: string, rows: SheetRows): AsyncGenerator<RowPiece> {
  const parser = parse({
    ...{ delimiter, record_delimiter: LINE_ENDS, relax_quotes: true, relax_column_count: true },
    max_record_size: MOST.xmlToken,
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error)).pipe(parser);
  let row = 0;
  try {
    const records: AsyncIterable<string[]> = parser;
    for await (const record of records) {
      // no option changes rows from lists of texts
      row += 1;
      if (record.length > MOST.columns)
        throw new UnreadableFile('it has more than 16,384 columns; remove unused columns');
      rows.add(row, record.map(toCell));
      if (rows.isDue()) yield rows.take();
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(describeReason(error)) : error;
  }
  yield rows.take();
}

const toCell = (field: string): string | null => {
  if (field === '') return null;
  return field.replace(/^'(?=[=+\-@\t\r])/, '').replace(/([;\t\r\n]"*)'(?=[=+\-@])/g, '$1');
};

const describeReason = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
    ? 'a quotation mark is not closed; save it again'
    : 'it is not a valid CSV file; save it again from your spreadsheet program';

function* texts(bytes: Buffer, skip: number, limits: Limits): Generator<string> {
  const decode = getDecoder(bytes);
  let toSkip = skip;
  for (const slice of slices(bytes)) {
    limits.unpack(slice.length);
    const text = decode(slice);
    if (text.includes('\0')) throw notASpreadsheet();
    yield text.slice(toSkip);
    toSkip = 0;
  }
}

function getDecoder(bytes: Buffer): (chunk: Buffer) => string {
  const utf16 = toUtf16(bytes);
  if (utf16 === null) return isUtf8(bytes) ? utf8() : windows1252;
  const decoder = new TextDecoder(utf16);
  return (chunk) => decoder.decode(chunk, { stream: true });
}

/**
 * Whether a file is UTF-8 rather than Windows-1252: it has a byte order mark, or more UTF-8 characters than invalid
 * bytes.
 */
function refuseBrokenUtf8(bytes: Buffer): void {
  if (toUtf16(bytes) !== null || isUtf8(bytes)) return;
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (!isMarked && !isMostlyUtf8(bytes)) return;
  throw new UnreadableFile(
    `line ${firstBadLine(bytes)} is not valid UTF-8, but other lines are; save it again as CSV UTF-8`,
  );
}

function isMostlyUtf8(bytes: Buffer): boolean {
  const decoder = new TextDecoder('utf-8');
  let validCount = 0;
  let invalidCount = 0;
  for (const slice of slices(bytes))
    for (const [character] of decoder.decode(slice, { stream: true }).matchAll(/[^\0-\x7f]/gu))
      if (character === '\uFFFD') invalidCount += 1;
      else validCount += 1;
  return validCount >= invalidCount;
}
