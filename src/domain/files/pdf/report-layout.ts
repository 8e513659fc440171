import { formatCents, formatFraction } from '../../kernel/cents.js';
import { formatDay } from '../../kernel/time.js';
import type { SheetCell } from '../workbook/sheet.js';
import { lookOf, type ColumnKind } from '../workbook/styles.js';

/** A column of a report on paper. */
export interface ReportColumn {
  readonly header: string;
  readonly kind: ColumnKind;
  /** Whether the last row sums it. */
  readonly total: boolean;
}

/** How a column stands on the page; widths in points. */
export interface ColumnLayout {
  readonly header: string;
  readonly kind: ColumnKind;
  readonly side: 'left' | 'right';
  readonly width: number;
  /** Whether a word stands on one line of it; one that does not is broken. */
  readonly fits: (word: string) => boolean;
}

const PORTRAIT = 507;
const LANDSCAPE = 753;
const PADDING = 8;
/** Of the font size: what a character takes on average. */
const USUAL = 0.57;
const LONGEST_TEXT = 30;
const SIZES = [9, 8, 7, 6] as const;

/** Column widths by what the cells hold: upright in 9 points where that fits, else across, as large as fits. */
export function layOut(
  columns: readonly ReportColumn[],
  rows: readonly (readonly SheetCell[])[],
  sums: readonly (number | null)[],
): { readonly isLandscape: boolean; readonly fontSize: number; readonly columns: readonly ColumnLayout[] } {
  const wanted = columns.map((column, n) => charactersOf(column, n, rows, sums));
  const needs = (size: number) => wanted.map((characters) => characters * USUAL * size + PADDING);
  const fits = (size: number, page: number) => total(needs(size)) <= page;
  const isLandscape = !fits(SIZES[0], PORTRAIT);
  const fontSize = SIZES.find((size) => fits(size, isLandscape ? LANDSCAPE : PORTRAIT)) ?? SIZES[3];
  const widths = fitted(needs(fontSize), isLandscape ? LANDSCAPE : PORTRAIT);
  return {
    ...{ isLandscape, fontSize },
    columns: columns.map(({ header, kind }, n) => {
      const width = widths[n] ?? 0;
      const fits = (word: string) => widthOf(word) * fontSize <= width - PADDING;
      return { header, kind, side: lookOf(kind).side, width: width - PADDING, fits };
    }),
  };
}

/** The most that a word takes, in font sizes. */
function widthOf(word: string): number {
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

/** Makes columns fill the page: what is missing is given and what is too much is taken in proportion. */
function fitted(needs: readonly number[], page: number): number[] {
  const factor = page / total(needs);
  return needs.map((need) => need * factor);
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function charactersOf(
  { header, kind }: ReportColumn,
  n: number,
  rows: readonly (readonly SheetCell[])[],
  sums: readonly (number | null)[],
): number {
  let most = Math.max(4, ...header.split(' ').map((word) => word.length), cellText(sums[n] ?? null, kind).length);
  for (const row of rows) most = Math.max(most, cellText(row[n] ?? null, kind).length);
  return Math.min(most, LONGEST_TEXT);
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });

/** A cell as people read it: cents and dollars as `$1,234.56`, a fraction as `15.34%`, a day as `03/02/2026`. */
export function cellText(value: SheetCell, kind: ColumnKind): string {
  if (value === null) return '';
  if (typeof value === 'string') return kind === 'day' ? formatDay(value) : value;
  if (kind === 'money') return formatCents(value);
  if (kind === 'percent') return formatFraction(value);
  return kind === 'dollars' ? dollars.format(value) : plain.format(value);
}
