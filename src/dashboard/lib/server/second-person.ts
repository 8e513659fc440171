/** A change that was refused because it needs a second person: the call, and the server's message. */
export interface RefusedChange {
  readonly call: string;
  readonly input: unknown;
  readonly msg: string;
}

type Listener = (change: RefusedChange) => void;
const listeners = new Set<Listener>();

/** Reports a change that needs a second person, so that the user can request approval. */
export const reportRefused = (change: RefusedChange): void => listeners.forEach((listener) => listener(change));

/** Calls the listener with each change that needs a second person; returns a function that stops it. */
export function onRefused(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
