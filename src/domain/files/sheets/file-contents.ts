/** The value of a cell: dates as ISO text (`2026-03-02`, with a time `2026-03-02T08:15:00`), errors as their code. */
export type Cell = string | number | boolean | null | { readonly error: string };

/** A row, with its number in the spreadsheet program and its cells from column A to the last one with a value. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** Whether the spreadsheet program hides it, for example by a filter. */
  readonly isHidden?: true;
}

/** A visible sheet, without its empty rows. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export interface ReadFile {
  readonly sheets: readonly ReadSheet[];
  /** The names of hidden sheets, which are not read. */
  readonly hidden: readonly string[];
}
