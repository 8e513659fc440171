import type { IgnoredColumns, SheetLayout } from './schema.js';

/** The columns of each sheet that are not imported although they have values, unless a user chose to ignore them. */
export const ignoredColumnsIn = (layouts: readonly SheetLayout[]): IgnoredColumns[] =>
  layouts.flatMap(({ sheet, columns }) => {
    const headers = [...new Set(columns.flatMap(({ header, lost }) => (lost ? header : [])))];
    return headers.length > 0 ? [{ sheet, headers }] : [];
  });
