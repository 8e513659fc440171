import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Permission } from '../../kernel/rights/permissions.js';
import type { ActorCtx, WriteCtx } from '../../kernel/context.js';
import type { LargeFile } from '../../files/file.js';
import type { Sheet } from '../../files/workbook/sheet.js';
import type { Pace } from '../../kernel/pace.js';
import type { Cell } from '../../files/sheets/file-contents.js';
import type { ImportInput } from './input.js';
import type { ChangedField, ExportOptions, ImportOptions, RowState, SheetLayout } from './schema.js';

/** How a cell is read: as text, as a number (`$1,234.50`, `61.25%`), as yes or no, or as a day. */
export type CellKind = 'text' | 'number' | 'flag' | 'day';

/** A column of a spreadsheet that is imported. */
export interface ImportColumn {
  /** As an export writes it; found without regard to case, blanks, `_` and `#`. */
  readonly header: string;
  /** Other headers it is known by. */
  readonly also?: readonly string[];
  readonly field: string;
  readonly kind: CellKind;
  /** What its value must be; null is an empty cell. */
  readonly check: z.ZodType;
  /** Without it the file is refused. */
  readonly required?: true;
  /** With `required`: its column is there, its cells may be empty. */
  readonly blank?: true;
  /** Says which record is meant; never a change. */
  readonly key?: true;
  /** An empty cell takes the value away; otherwise it keeps what is there. */
  readonly clears?: true;
  /** Known by its header alone: not among the fields that a column can be assigned to. */
  readonly unlisted?: true;
}

/** Headers that people assigned to fields by hand, by the header as it is compared. */
export type Mapping = Readonly<Record<string, string | null>>;

/** The fields of a row, as a spreadsheet shows them: dollars, feet, percents; undefined where the file says nothing. */
export type Values = Readonly<Record<string, unknown>>;

/** A row of a file, read. */
export interface FileRow {
  readonly n: number;
  readonly sheet: string;
  readonly row: number;
  readonly values: Values;
}

/** What is wrong with a row, and where. */
export interface Problem {
  readonly column: string | null;
  readonly value: string | null;
  readonly expected: string;
  /** All there is to say, where it is not what a value must be. */
  readonly why?: string | undefined;
}

/** The record a row is about: what it is now, null for one that the import adds; or why there is none. */
export type Found<T> =
  | {
      /** Two rows of one key are one too many. */
      readonly key: string;
      /** As people say it. */
      readonly name: string;
      readonly target: T;
      readonly before: Values | null;
      /** The row's values where they are not as its cells say them: a name in its full form, gaps closed up. */
      readonly values?: Values;
    }
  | { readonly problems: readonly Problem[] };

/** A row that changes something. */
export interface Change<T> {
  readonly target: T;
  readonly before: Values | null;
  /** All fields as they will be. */
  readonly after: Values;
}

/** A row of a staged file: its sheet by its place among the layouts, and what its kind reads of it. */
export interface RawRow<Row = unknown> {
  readonly n: number;
  readonly sheet: number;
  readonly row: number;
  readonly cells: Row;
  /** Whether a filter of its file hides it. */
  readonly hidden: boolean;
}

/** The row of a spreadsheet. */
export type CellRow = RawRow<readonly Cell[]>;

/** A file as its kind reads it: its sheets, and the rows below their headers. */
export interface Source<Row = unknown> {
  readonly fileName: string;
  readonly sha256: string;
  readonly layouts: readonly SheetLayout[];
  readonly rows: readonly RawRow<Row>[];
  /** Sheets that were left out because they are hidden. */
  readonly hidden: readonly string[];
  /** What has to be confirmed before it is applied. */
  readonly questions: readonly string[];
}

/** The rows to plan. */
export interface Planning<Row = unknown> {
  readonly rows: readonly RawRow<Row>[];
  readonly layouts: readonly SheetLayout[];
  readonly options: ImportOptions;
  readonly pace: Pace;
}

/** What applying a row would do. */
export interface PlannedRow {
  readonly raw: RawRow;
  readonly state: RowState;
  readonly name: string;
  readonly changes: readonly ChangedField[];
  readonly problems: readonly Problem[];
  /** What is stored; there for rows that are new or changed. */
  readonly change: Change<unknown> | null;
}

/** A row that is not imported, with why. */
export interface RefusedRow<Row = unknown> extends Pick<RawRow<Row>, 'sheet' | 'cells'> {
  readonly problems: readonly Problem[];
}

/** What keeps an import from being undone: a record by its id, or a row of a sheet. */
export interface InTheWay {
  readonly _id: string | null;
  readonly name: string;
  readonly why: string;
}

/** How an import is taken back. */
export interface Undoing {
  /** Keeps other writers out until it is applied, or taken back. */
  lock(tx: WriteCtx): Promise<void>;
  /** What keeps it from being taken back. */
  inTheWay(db: Knex, importId: string): Promise<InTheWay[]>;
  /** Takes back what it added and changed; answers how many records went and how many came back. */
  undo(tx: WriteCtx, importId: string): Promise<{ deleted: number; restored: number }>;
}

/** What a kind of file says of itself and of its records. */
interface Kind<T> {
  /** In paths and commands, `haul-bases`. */
  readonly name: string;
  /** As people say it, `Haul bases`. */
  readonly title: string;
  /** What the trail calls a record of it. */
  readonly entity: string;
  /** Who may apply it; where it depends on the choices, as they count for the actor. */
  readonly importing: Permission | ((options: ImportOptions) => Permission);
  /** Who may have it written out; a kind without it only comes in. */
  readonly exporting?: Permission;
  /** Which choices it takes besides the file. */
  readonly takes: readonly (keyof ImportOptions)[];
  readonly columns: (options: ImportOptions) => readonly ImportColumn[];
  /** Stores changes in a few statements; answers the ids of the records for the trail, in their order. */
  write(tx: WriteCtx, changes: readonly Change<T>[], options: ImportOptions, importId: string): Promise<string[]>;
  /** What the trail of a record keeps of a change, in the words of its form; by default its differing fields. */
  told?(change: Change<T>, options: ImportOptions): { readonly before?: Values; readonly after: Values };
  /** The file it is written out as, without ending, and its sheets. */
  readonly export?: (ctx: ActorCtx, options: ExportOptions) => Promise<{ name: string; sheets: Sheet[] }>;
  /** What is said when it was applied. */
  readonly said: (counts: { readonly changed: number; readonly sheets: number }) => string;
}

/** One kind of file as the engine takes it from source to plan, from plan to records, and back. */
export interface ImportKind<Row = unknown, T = unknown> extends Kind<T>, Undoing {
  /** Reads what was sent and finds its columns. */
  read(ctx: ActorCtx, input: ImportInput, options: ImportOptions): Promise<Source<Row>>;
  /** Keeps which columns mean what, for this file and those to come; answers all that are kept. */
  remember(tx: WriteCtx, assigned: Mapping): Promise<Mapping>;
  /** What applying rows would do. */
  plan(ctx: ActorCtx, planning: Planning<Row>): Promise<PlannedRow[]>;
  /** Its refused rows as a file with their reasons. */
  refused(source: Pick<Source, 'fileName' | 'layouts'>, rows: readonly RefusedRow<Row>[]): Promise<LargeFile>;
}

/** One kind of spreadsheet: what its columns mean, which records its rows are, how those are stored and written out. */
export interface Spreadsheet<T = unknown> extends Kind<T>, Partial<Undoing> {
  /** Tables that are locked against other writers while it is applied. */
  readonly tables: readonly string[];
  /** Finds what each row is about, in the order of the rows. */
  readonly find: (db: Knex, rows: readonly FileRow[], options: ImportOptions) => Promise<Found<T>[]>;
  /** Rows of which the same is said here are one record: none of them is taken while one is refused. Null: by itself. */
  readonly together?: (values: Values) => string | null;
}
