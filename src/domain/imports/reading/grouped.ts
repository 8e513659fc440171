/** Groups rows by key, preserving their sequence. */
export function groupRows<R>(rows: readonly R[], keyOf: (row: R) => string): Map<string, R[]> {
  const found = new Map<string, R[]>();
  for (const row of rows) {
    const others = found.get(keyOf(row));
    if (others) others.push(row);
    else found.set(keyOf(row), [row]);
  }
  return found;
}
