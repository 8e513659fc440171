/** The column of a field: `shop_id` for `shopId`, and `id` for `_id`. */
const toColumn = (field: string): string =>
  field === '_id' ? 'id' : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The columns of fields, for `select`: `mapColumns('shopId', 'o')` is `{ shopId: 'o.shop_id' }`. A column that is not
 * named after its field follows it: `by:actor_name`.
 */
export const mapColumns = (fields: string, table?: string): Record<string, string> =>
  Object.fromEntries(
    fields.split(' ').map((text) => {
      const [field = '', column = toColumn(field)] = text.split(':');
      return [field, table ? `${table}.${column}` : column];
    }),
  );

type Cell = string | number | boolean | null;
/** The words of a text. */
type Words<T extends string> = T extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : T;

/** Makes the row of a record from some of its fields, each in its column. */
export function rowMaker<const F extends string>(fields: F) {
  const columns = Object.entries(mapColumns(fields));
  return (record: Readonly<Record<Words<F>, Cell>>): Record<string, Cell> => {
    const values: Readonly<Record<string, Cell>> = record;
    const row: Record<string, Cell> = {};
    for (const [field, column] of columns) row[column] = values[field] ?? null;
    return row;
  };
}
