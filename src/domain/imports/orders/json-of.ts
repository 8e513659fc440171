/** The JSON text of a list, row by row. */
export function* jsonOf(rows: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [n, row] of rows.entries()) yield (n ? ',' : '') + (JSON.stringify(row) ?? 'null');
  yield ']';
}
