import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Permission } from '../../kernel/rights/permissions.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import type { LargeFile } from '../../files/file.js';
import type { Sheet } from '../../files/workbook/sheet.js';
import type { Pace } from '../../kernel/pace.js';
import type { Cell } from '../../files/sheets/file-contents.js';
import type { ImportInput } from './input.js';
import type { ChangedField, ExportOptions, ImportOptions, Problem, RowState, SheetLayout, Blocker } from './schema.js';

export type { Problem };

/** How a cell is read: as text, as a number (`$1,234.50`, `61.25%`), as yes or no, or as a day. */
export type CellKind = 'text' | 'number' | 'flag' | 'day';

/** A spreadsheet column that can be imported. */
export interface ImportColumn {
  /** The header in exports; matched ignoring case, spaces, `_`, `#` and dashes. */
  readonly header: string;
  /** Other accepted headers. */
  readonly also?: readonly string[];
  readonly field: string;
  readonly kind: CellKind;
  /** The schema of its value; null for an empty cell. */
  readonly check: z.ZodType;
  /** Whether the file is refused without this column. */
  readonly required?: true;
  /** With `required`: the column must exist, but its cells may be empty. */
  readonly blank?: true;
  /** Whether it identifies the record, so that it never counts as a change. */
  readonly key?: true;
  /** Whether an empty cell clears the value; by default it keeps the stored one. */
  readonly clears?: true;
  /** Whether it is matched only by its header, and not offered when users assign columns by hand. */
  readonly unlisted?: true;
}

/** Fields that users assigned to headers by hand, keyed by normalized header. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/**
 * The fields of a row as a spreadsheet shows them: dollars, feet, percents; undefined if the file has no such column.
 */
export type Values = Readonly<Record<string, unknown>>;

/** A row read from a file. */
export interface FileRow {
  readonly n: number;
  readonly sheet: string;
  readonly row: number;
  readonly values: Values;
}

/** The problems that prevent finding the record of a row. */
export interface LookupRefusal {
  readonly problems: readonly Problem[];
}

/** The record of a row with its current values (null for a new one), or the problems that prevent finding it. */
export type RecordLookup<T> =
  | {
      /** Rows with the same key are refused as duplicates. */
      readonly key: string;
      /** The record's display name. */
      readonly name: string;
      readonly target: T;
      readonly before: Values | null;
      /** Values that differ from the row's cells, such as a full name or closed gaps. */
      readonly values?: Values;
    }
  | LookupRefusal;

/** A row that changes or adds a record. */
export interface RowChange<T> {
  readonly target: T;
  readonly before: Values | null;
  /** All fields after the change. */
  readonly after: Values;
}

/** A row of a staged file: its sheet by index among the layouts, and what its kind reads from it. */
export interface RawRow<Row = unknown> {
  readonly n: number;
  readonly sheet: number;
  readonly row: number;
  readonly cells: Row;
  /** Whether a filter in the file hides it. */
  readonly hidden: boolean;
}

/** The row of a spreadsheet. */
export type CellRow = RawRow<readonly Cell[]>;

/** A file as its kind reads it: its sheets, and the rows below their headers. */
export interface ImportSource<Row = unknown> {
  readonly fileName: string;
  readonly sha256: string;
  readonly layouts: readonly SheetLayout[];
  readonly rows: readonly RawRow<Row>[];
  /** Sheets that were left out because they are hidden. */
  readonly hidden: readonly string[];
  /** Questions to confirm before it is applied. */
  readonly questions: readonly string[];
}

/** The rows to plan. */
export interface Planning<Row = unknown> {
  readonly rows: readonly RawRow<Row>[];
  readonly layouts: readonly SheetLayout[];
  readonly options: ImportOptions;
  readonly pace: Pace;
}

/** The effect of applying a row. */
export interface PlannedRow {
  readonly raw: RawRow;
  readonly state: RowState;
  readonly name: string;
  readonly changes: readonly ChangedField[];
  readonly problems: readonly Problem[];
  /** The change to store, for rows that are new or changed. */
  readonly change: RowChange<unknown> | null;
}

/** A row that is not imported, and why. */
export interface RefusedRow<Row = unknown> extends Pick<RawRow<Row>, 'sheet' | 'cells'> {
  readonly problems: readonly Problem[];
}

/** How to undo an import. */
export interface UndoSteps {
  /** Locks out other writers until the import is applied or undone, including from what it added. */
  lock(tx: WriteCtx, importId: string): Promise<void>;
  /** Records that block undoing the import. */
  findBlockers(db: Knex, importId: string): Promise<Blocker[]>;
  /** Undoes what it added and changed; returns how many records were removed and how many restored. */
  undo(tx: WriteCtx, importId: string): Promise<{ deleted: number; restored: number }>;
}

/** What users choose for an import or export besides the file. */
export type ImportChoice = Exclude<keyof ImportOptions, 'includeHidden'>;

/**
 * The description of a kind of file for screens. The dashboard's build keeps only this part of the file, so its values
 * are literals.
 */
export interface AboutKind {
  /** Its display name, such as `Haul bases`. */
  readonly title: string;
  /** The purpose of such a file. */
  readonly purpose: string;
  readonly takes: readonly ImportChoice[];
  /** The permission to apply it, and the one to apply it to a shop's values if that differs. */
  readonly importing: Permission;
  readonly importingOfShop?: Permission;
  /** The permission to export it; undefined for a kind that can only be imported. */
  readonly exporting?: Permission;
  /** Whether it changes prices or costs, so that its effect on gross profit can be previewed. */
  readonly movesPrices?: true;
  /** The type of its files; a spreadsheet by default. */
  readonly file?: { readonly label: string; readonly accept: readonly string[]; readonly button: string };
  /** The permission to match columns, if not everyone who imports may. */
  readonly mapping?: Permission;
  /** Whether a shop can import it for itself. */
  readonly ofShops?: true;
}

/** The description of a kind of file and its records. */
interface Kind<T> extends AboutKind {
  /** The record type in the history. */
  readonly entity: string;
  readonly columns: (options: ImportOptions) => readonly ImportColumn[];
  /** Stores changes in a few statements; returns the record IDs in order, for the history. */
  write(tx: WriteCtx, changes: readonly RowChange<T>[], options: ImportOptions, importId: string): Promise<string[]>;
  /** What the history records of a change, under the names of its form; by default its differing fields. */
  describeChange?(change: RowChange<T>, options: ImportOptions): { readonly before?: Values; readonly after: Values };
  /** Its export: the file name without extension, and the sheets. */
  readonly export?: (ctx: ActorCtx, options: ExportOptions) => Promise<{ name: string; sheets: Sheet[] }>;
  /** The message after it was applied. */
  readonly successText: (counts: { readonly changed: number; readonly sheets: number }) => string;
}

/** One kind of file as the engine processes it: from source to plan, from plan to records, and back. */
export interface ImportKind<Row = unknown, T = unknown> extends Kind<T>, UndoSteps {
  /** Its name in paths and commands, such as `haul-bases`: that of its file. */
  readonly name: string;
  /** Reads the input and finds its columns. */
  read(ctx: ActorCtx, input: ImportInput, options: ImportOptions): Promise<ImportSource<Row>>;
  /** Stores the meaning of columns of a file for it and future files; returns all stored meanings. */
  remember(tx: WriteCtx, mapping: ColumnMapping, layouts: readonly SheetLayout[]): Promise<ColumnMapping>;
  /** What applying rows would do, in their order. */
  plan(ctx: ActorCtx, planning: Planning<Row>): Promise<PlannedRow[]>;
  /** Whether a refused row can affect the plan of other rows. */
  readonly plansTogether?: true;
  /** Its refused rows as a file with the reasons. */
  refused(source: Pick<ImportSource, 'fileName' | 'layouts'>, rows: readonly RefusedRow<Row>[]): Promise<LargeFile>;
}

/**
 * One kind of spreadsheet: what its columns mean, which records its rows stand for, and how those are stored and
 * exported.
 */
export interface Spreadsheet<T = unknown> extends Kind<T>, Partial<UndoSteps> {
  /** Tables locked against other writers while it is applied. */
  readonly tables: readonly string[];
  /** The headers of columns that its export writes for information, besides those of its owner and day. */
  readonly exportOnly?: readonly string[];
  /** Finds the record of each row, in row order. */
  readonly find: (db: Knex, rows: readonly FileRow[], options: ImportOptions) => Promise<RecordLookup<T>[]>;
  /**
   * Rows with the same key form one record: if one of them is refused, none is applied. Null for a row that is its
   * own record.
   */
  readonly together?: (values: Values) => string | null;
}
