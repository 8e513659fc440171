import type { Decidable } from './approval-words.js';

/** The selected rows, each as it was when selected, so that later changes are not decided unseen. */
export type Ticked = ReadonlyMap<string, Decidable>;

/** The rows with these IDs: already selected ones as they were then, others as shown now. */
export function tick(ids: ReadonlySet<string>, before: Ticked, shown: readonly Decidable[]): Ticked {
  const rowById = new Map([...shown.map((row) => [row._id, row] as const), ...before]);
  return new Map([...ids].flatMap((id) => [rowById.get(id)].flatMap((row) => (row ? [[id, row] as const] : []))));
}

/** The selected rows that look different now. */
export function changedSince(ticked: Ticked, shown: readonly Decidable[]): Decidable[] {
  return shown.filter(({ _id, revision }) => (ticked.get(_id)?.revision ?? revision) !== revision);
}
