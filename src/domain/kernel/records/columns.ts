/** The column of each field of a record. */
export type Columns = Readonly<Record<string, string>>;

/** Builds a row from the given fields. A field left out leaves the stored value unchanged. */
export const toRow = (columns: Columns, fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => fields[name] !== undefined)
      .map(([name, column]) => [column, fields[name]]),
  );
