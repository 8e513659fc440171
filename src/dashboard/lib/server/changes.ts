import { isStaleTopic, type StaleTopic } from './stale-reads.js';

/** What the answer to a change says of it: the topics it told, and the record that it deleted, which nobody reads again. */
export interface Change {
  readonly topics: readonly StaleTopic[];
  readonly gone: string | null;
}

type Listener = (change: Change) => Promise<void>;

const listeners = new Set<Listener>();
let newest: Promise<unknown> = Promise.resolve();

/** To be told of each answer to a change; `topics` is its header `x-topics`, of a change that nobody hears of null. */
export function tellChange(topics: string | null, gone: string | null): void {
  if (topics === null) return;
  const change = { topics: topics.split(',').filter(isStaleTopic), gone };
  newest = Promise.all([...listeners].map((listener) => listener(change)));
}

/** Tells what was changed from here as soon as the server has answered; answers how to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves once what the newest change made stale has been read again. */
export const changeShown = (): Promise<unknown> => newest;
