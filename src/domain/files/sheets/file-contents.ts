/** A cell as its file shows it: dates as ISO text (`2026-03-02`, with a time `2026-03-02T08:15:00`), an error cell as its code. */
export type Cell = string | number | boolean | null | { readonly error: string };

/** A row with its number as the spreadsheet program shows it, and its cells from column A to the last that has a value. */
export interface SheetRow {
  readonly row: number;
  readonly cells: readonly Cell[];
  /** Whether the spreadsheet program hides it, as a filter does. */
  readonly isHidden?: true;
}

/** A visible sheet; rows without any value are left out. */
export interface ReadSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
}

export interface ReadFile {
  readonly sheets: readonly ReadSheet[];
  /** Names of hidden sheets, which are not read. */
  readonly hidden: readonly string[];
}
