import type { Staged } from './row-words.js';

type Layout = Staged['layout'][number];

/** Which field each column of a file means, as far as a person said so. */
export type Assigned = Readonly<Record<string, string | null>>;

export interface ColumnGroup {
  readonly sheets: readonly string[];
  readonly headerRow: number;
  readonly rows: number;
  readonly columns: Layout['columns'];
  readonly missing: readonly string[];
  /** Not one of its columns is known. */
  readonly isForeign: boolean;
}

/** Sheets that have the same columns belong together; the first of a group is where it stands. */
export function columnGroups(layouts: readonly Layout[]): ColumnGroup[] {
  const groups = new Map<string, ColumnGroup>();
  for (const { sheet, columns, missing, rows, headerRow } of layouts) {
    const key = JSON.stringify(columns);
    const found = groups.get(key);
    groups.set(key, {
      sheets: [...(found?.sheets ?? []), sheet],
      headerRow: found?.headerRow ?? headerRow,
      rows: (found?.rows ?? 0) + rows,
      columns,
      missing,
      isForeign: columns.length > 0 && columns.every(({ field }) => field === null),
    });
  }
  return [...groups.values()];
}

/** Whether a person has to say which columns are meant: a required one is missing, or no sheet is known. */
export const needsColumns = (groups: readonly ColumnGroup[]): boolean =>
  groups.every(({ isForeign }) => isForeign) ||
  groups.some(({ isForeign, missing }) => !isForeign && missing.length > 0);

/** The columns of a group that can be assigned: those with a name, each name once. */
export const assignable = ({ columns }: ColumnGroup): readonly Layout['columns'][number][] =>
  columns.filter(({ header }, at) => header !== '' && columns.findIndex((one) => one.header === header) === at);

/** What a column means, with what was assigned since. */
export const meaningOf = ({ header, field }: Layout['columns'][number], assigned: Assigned): string | null =>
  header in assigned ? (assigned[header] ?? null) : field;

/** Says what a column means; another column of the group that meant the same means nothing from then on. */
export function assign(assigned: Assigned, group: ColumnGroup, header: string, field: string | null): Assigned {
  const others = assignable(group).filter(
    (column) => field !== null && column.header !== header && meaningOf(column, assigned) === field,
  );
  return { ...assigned, ...Object.fromEntries(others.map((column) => [column.header, null])), [header]: field };
}
