import { isStaleTopic, type StaleTopic } from './stale-reads.js';

/** What the answer to a change reports: the topics it published, and the record it deleted, which is not read again. */
export interface Change {
  readonly topics: readonly StaleTopic[];
  readonly gone: string | null;
}

type Listener = (change: Change) => Promise<void>;

/** Longer than the event of a change is on its way. */
const REMEMBERED_MS = 60_000;

const answered = new Set<string>();
const listeners = new Set<Listener>();
let newest: Promise<unknown> = Promise.resolve();

/** Receives the headers of each answer; the answer to a published change lists its topics there. */
export function tellChange(headers: Headers, gone: string | null): void {
  const topics = headers.get('x-topics');
  if (topics === null) return;
  const request = headers.get('x-request-id') ?? '';
  answered.add(request);
  setTimeout(() => answered.delete(request), REMEMBERED_MS);
  const change = { topics: topics.split(',').filter(isStaleTopic), gone };
  newest = Promise.all([...listeners].map((listener) => listener(change)));
}

/** Whether a request was one of this page that is answered: what it changed is read again already. */
export const isAnswered = (request: string): boolean => answered.has(request);

/** Tells what was changed from here as soon as the server has answered; answers how to stop. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves once what the newest change made stale has been read again. */
export const changeShown = (): Promise<unknown> => newest;
