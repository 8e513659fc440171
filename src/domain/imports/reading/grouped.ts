/** Groups rows by key, preserving their sequence. */
export function groupRows<R>(rows: readonly R[], toKey: (row: R) => string): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const group = groups.get(toKey(row));
    if (group) group.push(row);
    else groups.set(toKey(row), [row]);
  }
  return groups;
}
