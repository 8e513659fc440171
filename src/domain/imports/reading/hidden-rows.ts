import type { SheetRow } from '../../files/sheets/file-contents.js';
import type { HiddenRows, ImportOptions, SheetLayout } from './schema.js';

const MOST_RANGES = 50;

/** The number of hidden rows and their row numbers: `5-9, 12`; at most the first 50 ranges. */
export function hiddenAmong(rows: readonly SheetRow[]): SheetLayout['hidden'] {
  const hiddenRows = rows.filter(({ isHidden }) => isHidden).map(({ row }) => row);
  const ranges: [from: number, to: number][] = [];
  for (const row of hiddenRows) {
    const last = ranges.at(-1);
    if (last && last[1] === row - 1) last[1] = row;
    else ranges.push([row, row]);
  }
  const texts = ranges.slice(0, MOST_RANGES).map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  const restCount = ranges.slice(MOST_RANGES).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  return { count: hiddenRows.length, rows: texts.join(', ') + (restCount > 0 ? ` and ${restCount} more` : '') };
}

/** The sheets with hidden rows. */
export const hiddenRowsIn = (layouts: readonly SheetLayout[]): HiddenRows[] =>
  layouts.flatMap(({ sheet, hidden }) => (hidden.count > 0 ? [{ sheet, ...hidden }] : []));

/** The layouts with row counts that include hidden rows, to use when those are imported. */
export const countedLayouts = (layouts: readonly SheetLayout[], { includeHidden }: ImportOptions): SheetLayout[] =>
  layouts.map((layout) => ({ ...layout, rows: layout.rows + (includeHidden ? layout.hidden.count : 0) }));
