/** The column of each field of a record. */
export type Columns = Readonly<Record<string, string>>;

/** A row of the fields that are named; a field that is left out keeps what is stored. */
export const rowOf = (columns: Columns, fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns)
      .filter(([name]) => fields[name] !== undefined)
      .map(([name, column]) => [column, fields[name]]),
  );
