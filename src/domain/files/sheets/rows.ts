import type { Cell, SheetRow } from './file-contents.js';
import type { Limits } from './limits.js';

/** What reading a file yields: a sheet's name, then its rows in pieces; in between, the names of hidden sheets. */
export type RowPiece = { readonly sheet: string } | { readonly rows: SheetRow[] } | { readonly hidden: string };

const PIECE_CELLS = 8_000;

/** Collects the nonempty rows of a sheet into pieces small enough to send without blocking others. */
export class SheetRows {
  private gathered: SheetRow[] = [];
  private cells = 0;

  constructor(private readonly limits: Limits) {}

  add(row: number, cells: Cell[], isHidden = false): void {
    while (cells.at(-1) === null) cells.pop();
    if (cells.every(isBlank)) return;
    this.limits.keep(cells);
    this.gathered.push(isHidden ? { row, cells, isHidden } : { row, cells });
    this.cells += cells.length;
  }

  isDue(): boolean {
    return this.cells >= PIECE_CELLS;
  }

  take(): { rows: SheetRow[] } {
    const rows = this.gathered;
    this.gathered = [];
    this.cells = 0;
    return { rows };
  }
}

const isBlank = (cell: Cell): boolean => cell === null || (typeof cell === 'string' && cell.trim() === '');
