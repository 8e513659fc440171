import { formatIso, plainIso, type NumberFormat } from './dates.js';
import type { Cell } from '../file-contents.js';
import { toDamaged, MOST, UnreadableFile } from '../limits.js';
import type { SheetRows } from '../rows.js';
import { unescape } from './texts.js';

/** Shared data that the cells of a sheet refer to. */
export interface SharedData {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
}

/** A cell as stored in XML; texts are null when their element is missing. */
export interface RawCell {
  readonly ref: string | undefined;
  readonly type: string | undefined;
  readonly style: string | undefined;
  readonly value: string | null;
  readonly inline: string | null;
  readonly isFormula: boolean;
}

/** A formula that was never calculated. Its value is unknown, which differs from blank. */
const NOT_CALCULATED = { error: 'not calculated' } as const;

/** Places the cells of a sheet and computes their values. */
export class Grid {
  private row = 0;
  private lastRow = 0;
  private opened = 0;
  private openedCells = 0;
  private cells: Cell[] = [];
  private column = 0;

  constructor(
    private readonly rows: SheetRows,
    private readonly shared: SharedData,
  ) {}

  openRow(number: string | undefined): void {
    this.row = number === undefined ? this.lastRow + 1 : Number(number);
    this.opened += 1;
    if (!(this.row >= 1 && this.row <= MOST.rowNumber) || this.opened > MOST.rowNumber) throw toDamaged();
    this.cells = [];
    this.column = 0;
    this.openedCells = 0;
  }

  cell(raw: RawCell): void {
    this.column = raw.ref === undefined ? this.column + 1 : toColumn(raw.ref) || this.column + 1;
    this.openedCells += 1;
    if (Math.max(this.column, this.openedCells) > MOST.columns)
      throw new UnreadableFile('it has more than 16,384 columns; remove unused columns');
    const value = this.readValue(raw);
    if (value === null) return;
    while (this.cells.length < this.column - 1) this.cells.push(null);
    this.cells[this.column - 1] = value;
  }

  closeRow(isHidden: boolean): void {
    this.lastRow = this.row;
    this.rows.add(this.row, this.cells, isHidden);
  }

  private readValue({ type, style, value, inline, isFormula }: RawCell): Cell {
    if (value === null && inline === null) return isFormula ? NOT_CALCULATED : null;
    const text = value ?? inline ?? '';
    switch (type) {
      case 's':
        return this.sharedString(text);
      case 'b':
        return text.trim() === '' ? null : /^(1|true)$/i.test(text.trim());
      case 'e':
        return { error: text.trim() };
      case 'd':
        return text === '' ? null : plainIso(text);
      case undefined:
      case 'n':
        return this.readNumber(text, style);
      default:
        return inline !== null && (type === 'inlineStr' || value === null) ? inline : unescape(text);
    }
  }

  private sharedString(text: string): Cell {
    if (text.trim() === '') return null;
    const sharedString = this.shared.strings[Number(text)];
    if (sharedString === undefined) throw toDamaged();
    return sharedString;
  }

  private readNumber(text: string, style: string | undefined): Cell {
    const number = Number(text);
    if (!Number.isFinite(number)) return text;
    if (text.trim() === '') return null;
    const format = style === undefined ? null : (this.shared.formats[Number(style)] ?? null);
    if (format === 'percent') return computePercent(number);
    return format === null ? number : (formatIso(number, format, this.shared.is1904) ?? number);
  }
}

/** A fraction as the percent that its cell shows: 61.25 for 0.6125. */
const computePercent = (fraction: number): number => Number((fraction * 100).toFixed(10));

/** The column number of a reference such as `AB12`; 0 if it has no letters. */
function toColumn(ref: string): number {
  let column = 0;
  for (let at = 0; at < ref.length && at < 4; at += 1) {
    const letter = ref.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column;
}
