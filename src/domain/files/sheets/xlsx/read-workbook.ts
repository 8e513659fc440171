import { openArchive, type Archive } from './archive.js';
import { readBook } from './book.js';
import { xmlText } from '../encoding.js';
import { notASpreadsheet, UnreadableFile, type Limits } from '../limits.js';
import { SheetRows, type RowPiece } from '../rows.js';
import { readDateFormats, readSharedStrings } from './shared-parts.js';
import { readSheet } from './sheet.js';

/** Reads an .xlsx file. Throws `UnreadableFile` for any other zip file, naming its format. */
export async function* readWorkbook(bytes: Buffer, limits: Limits): AsyncGenerator<RowPiece> {
  const archive = await openArchive(bytes, limits);
  await refuseOthers(archive);
  const { sheets, is1904, styles, sharedStrings } = await readBook(archive);
  const parts = sheets.filter(({ isHidden }) => !isHidden).map(({ part }) => part);
  for (const part of [...parts, sharedStrings ?? '']) limits.expect(archive.claimedBytes(part));
  const text = (part: string) => xmlText(archive.open(part));
  const shared = {
    is1904,
    formats: styles === null ? [] : await readDateFormats(text(styles)),
    strings: sharedStrings === null ? [] : await readSharedStrings(text(sharedStrings), limits),
  };
  for (const { name, isHidden, part } of sheets) {
    if (isHidden) {
      yield { hidden: name };
      continue;
    }
    yield { sheet: name };
    yield* readSheet(text(part), new SheetRows(limits), shared);
  }
}

async function refuseOthers(archive: Archive): Promise<void> {
  const { names } = archive;
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  await refuseOpenDocument(archive);
  if (has(/(^|\/)workbook\.xml$/)) return;
  if (has(/(^|\/)workbook\.bin$/)) throw new UnreadableFile('it is an .xlsb file; save it as .xlsx');
  if (has(/^index\/.*\.iwa$|^index\.zip$/)) throw new UnreadableFile('it is a Numbers file; export it as .xlsx');
  if (!has(/^_rels\/\.rels$|^\[content_types\]\.xml$/)) throw notASpreadsheet();
  if (has(/^(word|ppt|visio)\//)) throw notASpreadsheet();
}

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

/**
 * Throws for an OpenDocument file, recognized by its declared type or else by its parts, even if it also contains an
 * Excel workbook.
 */
async function refuseOpenDocument(archive: Archive): Promise<void> {
  const isOpenDocument = archive.has('meta-inf/manifest.xml') && archive.has('content.xml');
  if (!archive.has('mimetype')) {
    if (isOpenDocument) throw new UnreadableFile('it is an OpenDocument file; save it as .xlsx');
    return;
  }
  const type = await readBeginning(archive, 'mimetype');
  if (type.startsWith(`${OPEN_DOCUMENT}spreadsheet`)) throw new UnreadableFile('it is an .ods file; save it as .xlsx');
  if (type.startsWith(OPEN_DOCUMENT)) throw notASpreadsheet();
}

async function readBeginning(archive: Archive, part: string): Promise<string> {
  for await (const piece of archive.open(part)) return piece.toString('latin1', 0, 200).trim();
  return '';
}
