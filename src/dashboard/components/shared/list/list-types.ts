import type { ReactNode } from 'react';
import type { ListState } from '../../../lib/list/use-list-state.js';
import type { ApiState } from '../../../lib/server/use-api.js';

/** A row is anything with an `_id`. */
export interface RowBase {
  readonly _id: string;
}

export interface ColumnDef<Row> {
  /** The row's field, also used for sorting unless `sortField` is set. */
  readonly field: string;
  readonly header: string;
  /** What the cell shows; the field's value by default. */
  readonly body?: (row: Row) => ReactNode;
  readonly sortable?: boolean;
  readonly sortField?: string;
  readonly align?: 'right' | 'center';
  /** Hidden by default. */
  readonly hidden?: boolean;
  /** The title of the row's card on a phone, if this is its first column; the cell by default. */
  readonly cardTitle?: (row: Row) => ReactNode;
  /**
   * The column's text in the row's line on a phone; the cell by default; null for none, because a line has no inputs.
   */
  readonly fact?: ((row: Row) => ReactNode) | null;
  /** The key figure of the row's line on a phone; by default the last amount shown. */
  readonly key?: boolean;
  /** Stays visible while the table scrolls sideways; only for the first column. */
  readonly pinned?: boolean;
  /** Cannot be hidden. */
  readonly fixed?: boolean;
  /** Pixels. */
  readonly width?: number;
}

export const densities = { compact: 30, normal: 36, roomy: 44 } as const;
export type Density = keyof typeof densities;

export interface Selection<Row> {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Names a row for its check box, for example by serial number. */
  readonly getName: (row: Row) => string;
  /** The reason a row cannot be selected. */
  readonly disabledReason?: (row: Row) => string | null;
}

/** What opens beside the list when a row is clicked. */
export interface Preview<Row> {
  /** Names the record: `Order RLB-1`. */
  readonly title: (row: Row) => string;
  /**
   * The title of the row's line on a phone: a number without the word that is in the screen's heading; `title` by
   * default.
   */
  readonly name?: (row: Row) => string;
  /** The record's address, for Open. */
  readonly href?: (row: Row) => string;
  /** All columns of the row by default. */
  readonly content?: (row: Row) => ReactNode;
  /** The actions below; those of the row by default. */
  readonly actions?: (row: Row) => ReactNode;
}

export interface Expansion<Row> {
  /** The `_id`s of expanded rows; a cell in each row has the button that expands it. */
  readonly open: ReadonlySet<string>;
  readonly content: (row: Row) => ReactNode;
}

export interface SearchBox {
  readonly placeholder: string;
  /** 'Clear' by default; some screens use 'Clear Search'. */
  readonly clearLabel?: string;
  /** What Search Database does; searches the list by default. */
  readonly onSearchDatabase?: (text: string) => void;
  /** Ends the search of the database: runs when the text is emptied, too. */
  readonly onClear?: () => void;
}

/** `alert`: orange with red text; `critical`: red; `warning`: orange. Each has an icon and a label. */
export type RowTone = 'alert' | 'critical' | 'warning';

export type ExportFormat = 'xlsx' | 'csv';

/** What a list answers. */
interface ListAnswer<Row> {
  readonly items: readonly Row[];
  readonly total: number;
  /** Whether more rows match than `total`. */
  readonly more?: boolean;
  /** How many of the newest were searched, if not all. */
  readonly newest?: number | undefined;
}

export interface DataListProps<Row extends RowBase> {
  /** The name under which the user's columns and density are stored. */
  readonly name: string;
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly ColumnDef<Row>[];
  readonly query: ApiState<ListAnswer<Row>>;
  readonly list: ListState;
  readonly search?: SearchBox;
  readonly filters?: ReactNode;
  /**
   * Filters that the screen sets itself, such as the category of a category's page or that the database is searched:
   * they do not count as set by the user.
   */
  readonly ownFilters?: readonly string[];
  /**
   * The available page sizes; without them all rows are in one scrolling table (one page of `list.size`, at most 500).
   */
  readonly pageSizes?: readonly number[];
  /** Marks a row by color and icon, for example for open alerts or low stock. */
  readonly rowTone?: (row: Row) => RowTone | undefined;
  readonly selection?: Selection<Row>;
  /** The actions for selected rows, shown at the bottom while any are selected. */
  readonly bulk?: ReactNode;
  /** Content below expanded rows, for example their alerts; all rows are rendered, so keep pages short. */
  readonly expansion?: Expansion<Row>;
  /** Rows have different heights: all rows are rendered, so keep pages short. */
  readonly uneven?: boolean;
  /**
   * The preview of a row; by default all its columns, named by the first one. False if users work on rows in the list
   * itself; then rows are cards on a phone.
   */
  readonly preview?: Preview<Row> | false;
  /** False shows rows as cards instead of lines on a phone, for work with large targets. */
  readonly linesOnPhone?: boolean;
  /** Buttons or a menu at the end of a row. */
  readonly actions?: (row: Row) => ReactNode;
  /** The footer row, by field; omitted if none of its columns is visible. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** Exports all rows that match the filters. */
  readonly onExport?: (format: ExportFormat) => Promise<unknown>;
  readonly exportLabel?: string;
  /** The media query under which rows are shown as cards; a phone's width by default. */
  readonly cardsWhen?: string;
  /** Whether search or filters hide rows; by default, whether any of them is set. */
  readonly narrowed?: boolean;
  /** The text for an empty list, with the next step. */
  readonly empty: string;
  readonly emptyAction?: ReactNode;
}
