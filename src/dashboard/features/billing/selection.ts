import type { DecidableRecord } from './approval-words.js';

/** The selected rows, each as it was when selected, so that later changes are not decided unseen. */
export type TickedRecords = ReadonlyMap<string, DecidableRecord>;

/** The rows with these IDs: already selected ones as they were then, others as shown now. */
export function tick(ids: ReadonlySet<string>, before: TickedRecords, rows: readonly DecidableRecord[]): TickedRecords {
  const rowById = new Map([...rows.map((row) => [row._id, row] as const), ...before]);
  return new Map([...ids].flatMap((id) => [rowById.get(id)].flatMap((row) => (row ? [[id, row] as const] : []))));
}

/** The selected rows that look different now. */
export function changedSince(before: TickedRecords, rows: readonly DecidableRecord[]): DecidableRecord[] {
  return rows.filter(({ _id, revision }) => (before.get(_id)?.revision ?? revision) !== revision);
}
