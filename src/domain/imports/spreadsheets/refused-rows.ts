import type { LargeFile } from '../../files/file.js';
import type { Cell } from '../../files/sheets/file-contents.js';
import type { Sheet, SheetCell } from '../../files/workbook/sheet.js';
import { workbookFile } from '../../files/workbook/write-workbook.js';
import type { RefusedRow, ImportSource } from '../reading/kind.js';
import { describeReason } from '../reading/problem.js';
import { formatYesNo } from '../../kernel/text/yes-no.js';

/** The header of the column with the reasons, in a workbook of refused rows. */
export const REASON = 'Reason';

/** The refused rows of a spreadsheet as a workbook, in their sheets and columns, each with its reason. */
export function refusedWorkbook(
  { fileName, layouts }: Pick<ImportSource, 'fileName' | 'layouts'>,
  rows: readonly RefusedRow<readonly Cell[]>[],
): Promise<LargeFile> {
  const sheets = layouts.flatMap(({ sheet: name, columns }, at): Sheet[] => {
    const sheetRows = rows.filter(({ sheet }) => sheet === at);
    if (sheetRows.length === 0) return [];
    const headers = [...columns.map(({ header }) => header), REASON];
    return [
      {
        name,
        columns: headers.map((header) => ({
          header,
          kind: 'any' as const,
          ...(header === REASON && { width: 60 }),
        })),
        rows: sheetRows.map(({ cells, problems }) => [
          ...columns.map((_, n) => toSheetCell(cells[n] ?? null)),
          problems.map(describeReason).join('; '),
        ]),
      },
    ];
  });
  return workbookFile(
    `${fileName.replace(/\.\w+$/, '')}-refused`,
    sheets.length > 0 ? sheets : [{ name: 'Refused', columns: [], rows: [] }],
  );
}

const toSheetCell = (cell: Cell): SheetCell => {
  if (typeof cell === 'boolean') return formatYesNo(cell);
  return typeof cell === 'object' && cell !== null ? cell.error : cell;
};
