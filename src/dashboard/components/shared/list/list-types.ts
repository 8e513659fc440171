import type { ReactNode } from 'react';
import type { ListState } from '../../../lib/list/use-list-state.js';
import type { ApiState } from '../../../lib/server/use-api.js';

/** A row is anything with an `_id`. */
export interface RowBase {
  readonly _id: string;
}

export interface ColumnDef<Row> {
  /** The field of the row; also the name to sort by, unless `sortField` says another. */
  readonly field: string;
  readonly header: string;
  /** What the cell shows; the field's value by default. */
  readonly body?: (row: Row) => ReactNode;
  readonly sortable?: boolean;
  readonly sortField?: string;
  readonly align?: 'right' | 'center';
  /** Not shown until chosen. */
  readonly hidden?: boolean;
  /** What names the row's card on a phone, where this is its first column; the cell by default. */
  readonly cardTitle?: (row: Row) => ReactNode;
  /** Stays in sight while the table is scrolled sideways; the first column alone. */
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
  /** Names a row for its check box, for example its serial number. */
  readonly nameOf: (row: Row) => string;
  /** Why a row cannot be selected. */
  readonly disabledReason?: (row: Row) => string | null;
}

export interface Expansion<Row> {
  /** The rows that are open, by `_id`; a cell of the row has the button that opens it. */
  readonly open: ReadonlySet<string>;
  readonly content: (row: Row) => ReactNode;
}

export interface SearchBox {
  readonly placeholder: string;
  /** 'Clear' unless the screen says 'Clear Search'. */
  readonly clearLabel?: string;
  /** What Search Database does; searches the list by default. */
  readonly onSearchDatabase?: (text: string) => void;
  readonly onClear?: () => void;
}

/** `alert`: orange, red text; `critical`: red; `warning`: orange. Each with an icon and a word. */
export type RowTone = 'alert' | 'critical' | 'warning';

export type ExportFormat = 'xlsx' | 'csv';

export interface DataListProps<Row extends RowBase> {
  /** Names the list where the choice of columns and density is kept. */
  readonly name: string;
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly ColumnDef<Row>[];
  readonly query: ApiState<{ readonly items: readonly Row[]; readonly total: number }>;
  readonly list: ListState;
  readonly search?: SearchBox;
  readonly filters?: ReactNode;
  /** The sizes offered; without them all rows are in one scrolled table (pages of `list.size`, 500 at most). */
  readonly pageSizes?: readonly number[];
  /** Marks a row by color and icon: open alerts, or stock that fell low. */
  readonly rowTone?: (row: Row) => RowTone | undefined;
  readonly selection?: Selection<Row>;
  /** Shown beside 'n selected' while something is selected. */
  readonly bulk?: ReactNode;
  /** What some rows show under them, for example their alerts; every row is drawn, so keep the pages short. */
  readonly expansion?: Expansion<Row>;
  /** Rows differ in height: every row is drawn, so keep the pages short. */
  readonly uneven?: boolean;
  /** Buttons or a menu at the end of a row. */
  readonly actions?: (row: Row) => ReactNode;
  /** The row under the table, by field; not drawn while none of its columns is shown. */
  readonly totals?: Readonly<Record<string, ReactNode>> | undefined;
  /** Exports the whole filtered list. */
  readonly onExport?: (format: ExportFormat) => Promise<unknown>;
  readonly exportLabel?: string;
  /** The media query under which rows are shown as cards; a phone's width by default. */
  readonly cardsWhen?: string;
  /** Whether search or filters hide rows; by default, whether any of them is set. */
  readonly narrowed?: boolean;
  /** The sentence for no rows, and the next step. */
  readonly empty: string;
  readonly emptyAction?: ReactNode;
}
