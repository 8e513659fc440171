import { formatCents, formatFraction } from '../../kernel/cents.js';
import { formatDay } from '../../kernel/time.js';
import type { SheetCell } from '../workbook/sheet.js';
import type { PaperSize } from './paper.js';
import { getLook, type ColumnKind } from '../workbook/styles.js';

/** A column of a printed report. */
export interface ReportColumn {
  readonly header: string;
  readonly kind: ColumnKind;
  /** Whether the last row shows the column's sum. */
  readonly total: boolean;
}

/** The layout of a column on the page; widths in points. */
export interface ColumnLayout {
  readonly header: string;
  readonly kind: ColumnKind;
  readonly side: 'left' | 'right';
  readonly width: number;
  /** Whether a word fits on one line; longer words are broken. */
  readonly fits: (word: string) => boolean;
}

/** The width between the margins, in points. */
const pages = {
  Letter: { portrait: 524, landscape: 704 },
  A4: { portrait: 507, landscape: 753 },
} as const satisfies Record<PaperSize, object>;
const PADDING = 8;
/** The average width of a character, relative to the font size. */
const USUAL = 0.57;
const LONGEST_TEXT = 30;
const SIZES = [9, 8, 7, 6] as const;

/**
 * Chooses column widths by the cell contents: portrait in 9 points if that fits, otherwise landscape in the largest
 * font that fits.
 */
export function layOutReport(
  paper: PaperSize,
  columns: readonly ReportColumn[],
  rows: readonly (readonly SheetCell[])[],
  sums: readonly SheetCell[],
): { readonly isLandscape: boolean; readonly fontSize: number; readonly columns: readonly ColumnLayout[] } {
  const characterCounts = columns.map((column, n) => getCharacters(column, n, rows, sums));
  const needs = (size: number) => characterCounts.map((characters) => characters * USUAL * size + PADDING);
  const fits = (size: number, page: number) => total(needs(size)) <= page;
  const { portrait, landscape } = pages[paper];
  const isLandscape = !fits(SIZES[0], portrait);
  const page = isLandscape ? landscape : portrait;
  const fontSize = SIZES.find((size) => fits(size, page)) ?? SIZES[3];
  const widths = fitWidths(needs(fontSize), page);
  return {
    ...{ isLandscape, fontSize },
    columns: columns.map(({ header, kind }, n) => {
      const width = widths[n] ?? 0;
      const fits = (word: string) => getWidth(word) * fontSize <= width - PADDING;
      return { header, kind, side: getLook(kind).side, width: width - PADDING, fits };
    }),
  };
}

/** The maximum width of a word, in multiples of the font size. */
function getWidth(word: string): number {
  let width = 0;
  for (const character of word) width += widest.find(([like]) => like.test(character))?.[1] ?? 1.1;
  return width;
}

const widest: readonly (readonly [RegExp, number])[] = [
  [/[WMwm@%]/, 0.95],
  [/[ijltfI.,:;'|-]/, 0.38],
  [/[A-Z&]/, 0.73],
  [/[ -~]/, 0.61],
];

/** Makes columns fill the page: extra or missing width is divided in proportion. */
function fitWidths(needs: readonly number[], page: number): number[] {
  const factor = page / total(needs);
  return needs.map((need) => need * factor);
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function getCharacters(
  { header, kind }: ReportColumn,
  n: number,
  rows: readonly (readonly SheetCell[])[],
  sums: readonly SheetCell[],
): number {
  let most = Math.max(4, ...header.split(' ').map((word) => word.length), cellText(sums[n] ?? null, kind).length);
  for (const row of rows) most = Math.max(most, cellText(row[n] ?? null, kind).length);
  return Math.min(most, LONGEST_TEXT);
}

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** Formats a cell for display: cents and dollars as `$1,234.56`, a fraction as `15.34%`, a date as `03/02/2026`. */
export function cellText(value: SheetCell, kind: ColumnKind): string {
  if (value === null) return '';
  if (typeof value === 'string') return kind === 'day' ? formatDay(value) : value;
  if (kind === 'money') return formatCents(value);
  if (kind === 'percent') return formatFraction(value);
  return kind === 'dollars' ? dollars.format(value) : numberFormat.format(value);
}
