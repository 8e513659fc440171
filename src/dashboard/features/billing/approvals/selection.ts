import type { Waiting } from './approval-words.js';

/** The rows that are ticked, each as it was when it was ticked: what changes later is not decided unseen. */
export type Ticked = ReadonlyMap<string, Waiting>;

/** The rows with these ids: the ones ticked before as they were then, the others as they are shown now. */
export function tick(ids: ReadonlySet<string>, before: Ticked, shown: readonly Waiting[]): Ticked {
  const known = new Map([...shown.map((row) => [row._id, row] as const), ...before]);
  return new Map([...ids].flatMap((id) => [known.get(id)].flatMap((row) => (row ? [[id, row] as const] : []))));
}

/** Those of the ticked rows that are shown otherwise now. */
export function changedSince(ticked: Ticked, shown: readonly Waiting[]): Waiting[] {
  return shown.filter(({ _id, revision }) => (ticked.get(_id)?.revision ?? revision) !== revision);
}
