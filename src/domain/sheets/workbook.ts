import { openArchive, type Archive } from './archive.js';
import { readBook } from './book.js';
import { xmlText } from './encoding.js';
import { notASpreadsheet, Unreadable, type Limits } from './limits.js';
import { Rows, type Piece } from './rows.js';
import { readDateFormats, readSharedStrings } from './shared-parts.js';
import { readSheet } from './sheet.js';

/** What is in an .xlsx file. Throws `Unreadable` for another zip file, saying what it is. */
export async function* readWorkbook(bytes: Buffer, limits: Limits): AsyncGenerator<Piece> {
  const archive = await openArchive(bytes, limits);
  refuseOthers(archive);
  const { sheets, is1904, styles, sharedStrings } = await readBook(archive);
  const read = sheets.filter(({ isHidden }) => !isHidden).map(({ part }) => part);
  for (const part of [...read, sharedStrings ?? '']) limits.expect(archive.claimedBytes(part));
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
    yield* readSheet(text(part), new Rows(limits), shared);
  }
}

function refuseOthers({ names }: Archive): void {
  const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
  if (has(/(^|\/)workbook\.xml$/)) return;
  if (has(/(^|\/)workbook\.bin$/)) throw new Unreadable('it is an .xlsb: save it as .xlsx');
  if (has(/^index\/.*\.iwa$|^index\.zip$/)) throw new Unreadable('it is a Numbers file: save it as .xlsx');
  if (has(/^content\.xml$/) && has(/^mimetype$/)) throw new Unreadable('it is an .ods: save it as .xlsx');
  if (!has(/^_rels\/\.rels$|^\[content_types\]\.xml$/)) throw notASpreadsheet();
  if (has(/^(word|ppt|visio)\//)) throw notASpreadsheet();
}
