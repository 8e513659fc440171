import { comparable } from '../../../../domain/imports/reading/rules.js';
import type { StagedImport } from './row-words.js';

type Layout = StagedImport['layout'][number];

/** The field assigned to each column of a file, as far as a user has chosen. */
export type ColumnAssignments = Readonly<Record<string, string | null>>;

export interface ColumnGroup {
  readonly sheets: readonly string[];
  readonly headerRow: number;
  readonly rows: number;
  readonly columns: Layout['columns'];
  readonly missingColumns: readonly string[];
  /** None of its columns is recognized. */
  readonly isForeign: boolean;
}

/** Sheets with the same columns form a group, at the position of the first one. */
export function columnGroups(layouts: readonly Layout[]): ColumnGroup[] {
  const groups = new Map<string, ColumnGroup>();
  for (const { sheet, columns, missing: missingColumns, rows, headerRow } of layouts) {
    const key = JSON.stringify(columns.map(({ header, field }) => [header, field]));
    const group = groups.get(key);
    groups.set(key, {
      sheets: [...(group?.sheets ?? []), sheet],
      headerRow: group?.headerRow ?? headerRow,
      rows: (group?.rows ?? 0) + rows,
      columns: columns.map((column, at) => ({ ...column, lost: column.lost || group?.columns[at]?.lost === true })),
      missingColumns,
      isForeign: columns.length > 0 && columns.every(({ field }) => field === null),
    });
  }
  return [...groups.values()];
}

/** Whether a user has to assign the columns: a required one is missing, or no sheet is recognized. */
export const needsColumns = (groups: readonly ColumnGroup[]): boolean =>
  groups.every(({ isForeign }) => isForeign) ||
  groups.some(({ isForeign, missingColumns }) => !isForeign && missingColumns.length > 0);

/** The headers of the columns that are not imported although they have values, each once. */
export const lostHeaders = (groups: readonly ColumnGroup[]): string[] => [
  ...new Set(
    groups
      .filter(({ isForeign }) => !isForeign)
      .flatMap((group) => assignable(group).flatMap(({ header, lost }) => (lost ? header : []))),
  ),
];

/**
 * The assignments to save: what users have chosen, and that the other columns without a field are ignored, so that
 * they are no longer reported. A column that only repeats the header of a used one is left out, since assignments are
 * stored by header.
 */
export function toSaved(groups: readonly ColumnGroup[], assigned: ColumnAssignments): ColumnAssignments {
  const usedHeaders = new Set(
    groups.flatMap(({ columns }) =>
      columns.flatMap((column) => (formatMeaning(column, assigned) === null ? [] : comparable(column.header))),
    ),
  );
  const ignoredHeaders = lostHeaders(groups).filter((header) => !usedHeaders.has(comparable(header)));
  return { ...Object.fromEntries(ignoredHeaders.map((header) => [header, null])), ...assigned };
}

/** The columns of a group that can be assigned: those with a name, without duplicates. */
export const assignable = ({ columns }: ColumnGroup): readonly Layout['columns'][number][] =>
  columns.filter(({ header }, at) => header !== '' && columns.findIndex((one) => one.header === header) === at);

/** The field of a column, including new assignments. */
export const formatMeaning = (
  { header, field }: Layout['columns'][number],
  fields: ColumnAssignments,
): string | null => (header in fields ? (fields[header] ?? null) : field);

/** Assigns a field to a column; another column of the group with the same field becomes unassigned. */
export function assign(
  fields: ColumnAssignments,
  group: ColumnGroup,
  header: string,
  field: string | null,
): ColumnAssignments {
  const otherColumns = assignable(group).filter(
    (column) => field !== null && column.header !== header && formatMeaning(column, fields) === field,
  );
  return { ...fields, ...Object.fromEntries(otherColumns.map((column) => [column.header, null])), [header]: field };
}
