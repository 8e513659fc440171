import type { Cell, ReadSheet, SheetRow } from '../../files/sheets/file-contents.js';
import { hiddenAmong } from './hidden-rows.js';
import type { ImportColumn, ColumnMapping } from './kind.js';
import type { SheetLayout } from './schema.js';
import { comparable } from './rules.js';
import { isUnstorable, storableText } from './storable.js';

const HEADERS_WITHIN = 20;

/** A sheet's layout and the rows below its header. */
export interface LaidOut {
  readonly layout: SheetLayout;
  readonly rows: readonly SheetRow[];
}

/**
 * Finds the header row of a sheet and the field of each column. The header is the row with the most known columns
 * among the first rows, so that title rows above it do not matter. A hidden row counts only if no row is visible. If
 * two columns map to the same field, the second is ignored. Headers of `exportOnly` are of columns that exports write
 * for information.
 */
export function layOutSheet(
  sheet: ReadSheet,
  columns: readonly ImportColumn[],
  mapping: ColumnMapping,
  exportOnly: readonly string[] = [],
): LaidOut {
  const fields = fieldsByHeader(columns, mapping);
  const findKnown = ({ cells }: SheetRow) => new Set(cells.flatMap((cell) => fields.get(getHeader(cell)) ?? [])).size;
  const visibleRows = sheet.rows.filter(({ isHidden }) => !isHidden);
  const candidates = (visibleRows.length > 0 ? visibleRows : sheet.rows).slice(0, HEADERS_WITHIN);
  const header = candidates.reduce<SheetRow | undefined>(
    (best, row) => (best === undefined || findKnown(row) > findKnown(best) ? row : best),
    undefined,
  );
  const fieldsSeen = new Set<string>();
  const rows = sheet.rows.filter(({ row }) => row > (header?.row ?? 0));
  const isExpected = ignorable(mapping, exportOnly);
  const matches = (header?.cells ?? []).map((cell, at) => {
    const field = fields.get(getHeader(cell)) ?? null;
    const isNew = field !== null && !fieldsSeen.has(field);
    if (isNew) fieldsSeen.add(field);
    const isLost = !isNew && !isExpected(getHeader(cell)) && rows.some(({ cells }) => isFilled(cells[at]));
    return { header: formatText(cell), field: isNew ? field : null, lost: isLost };
  });
  const hiddenRows = hiddenAmong(rows);
  const missingHeaders = columns
    .filter(({ required, field }) => required && !fieldsSeen.has(field))
    .map((column) => column.header);
  return {
    layout: {
      sheet: sheet.name,
      headerRow: header?.row ?? 0,
      columns: matches,
      missing: missingHeaders,
      rows: rows.length - hiddenRows.count,
      hidden: hiddenRows,
    },
    rows,
  };
}

/** A sheet whose headers are known, with their current meaning. A sheet without headers stays as it is. */
export function layOutAgain(
  layout: SheetLayout,
  columns: readonly ImportColumn[],
  mapping: ColumnMapping,
): SheetLayout {
  if (layout.columns.length === 0) return layout;
  const headers = [{ row: layout.headerRow, cells: layout.columns.map(({ header }) => header) }];
  const { rows, hidden, sheet } = layout;
  const { layout: newLayout } = layOutSheet({ name: sheet, rows: headers }, columns, mapping);
  const isExpected = ignorable(mapping, []);
  const matches = newLayout.columns.map(({ header, field }, at) => {
    const isLost = field === null && !isExpected(comparable(header)) && layout.columns[at]?.lost === true;
    return { header, field, lost: isLost };
  });
  return { ...newLayout, columns: matches, rows, hidden };
}

/** Whether the values of a column without a field are ignored on purpose, by its normalized header. */
function ignorable(mapping: ColumnMapping, exportOnly: readonly string[]): (header: string) => boolean {
  const expectedHeaders = new Set(exportOnly.map(comparable));
  return (header) => header === '' || mapping[header] === null || expectedHeaders.has(header);
}

/**
 * Whether a sheet has unrelated content: it has columns, but none of them is known. A format without headers has no
 * columns.
 */
export const isForeign = ({ columns }: SheetLayout): boolean =>
  columns.length > 0 && columns.every(({ field }) => field === null);

/** Whether the rows of a sheet can be read. */
export const isComplete = ({ missing }: SheetLayout): boolean => missing.length === 0;

/** The sheets that lack a required column. If all sheets have unrelated content, only the first. */
export function findIncomplete(layouts: readonly SheetLayout[]): SheetLayout[] {
  const incompleteSheets = layouts.filter((layout) => !isForeign(layout) && !isComplete(layout));
  return incompleteSheets.length === 0 && layouts.every(isForeign) ? layouts.slice(0, 1) : incompleteSheets;
}

function fieldsByHeader(columns: readonly ImportColumn[], mapping: ColumnMapping): Map<string, string> {
  const fields = new Map(
    columns.flatMap(({ header, also = [], field }) =>
      [header, ...also].map((name) => [comparable(name), field] as const),
    ),
  );
  for (const [header, field] of Object.entries(mapping)) {
    if (field === null) fields.delete(header);
    else if (columns.some((column) => column.field === field)) fields.set(header, field);
  }
  fields.delete('');
  return fields;
}

function formatText(cell: Cell): string {
  const text = isUnstorable(cell) ? cell.error : cell;
  return text === null || typeof text === 'object' ? '' : storableText(String(text).trim().slice(0, 200));
}
const isFilled = (cell: Cell | undefined): boolean =>
  typeof cell === 'string' ? cell.trim() !== '' : cell !== undefined && cell !== null;
const getHeader = (cell: Cell): string => comparable(formatText(cell));
