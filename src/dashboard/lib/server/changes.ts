import { isStaleTopic, type StaleTopic } from './stale-reads.js';

/** What the answer to a change reports: the topics it published, and the record it deleted, which is not read again. */
export interface Change {
  readonly topics: readonly StaleTopic[];
  readonly gone: string | null;
}

type Listener = (change: Change) => Promise<void>;

/** Longer than the event of a change can take to arrive. */
const REMEMBERED_MS = 60_000;

const answeredTopics = new Set<string>();
const listeners = new Set<Listener>();
let lastReload: Promise<unknown> = Promise.resolve();

/** Receives the headers of each answer; the answer to a published change lists its topics there. */
export function publishChange(headers: Headers, deletedId: string | null): void {
  const topics = headers.get('x-topics');
  if (topics === null) return;
  const request = headers.get('x-request-id') ?? '';
  answeredTopics.add(request);
  setTimeout(() => answeredTopics.delete(request), REMEMBERED_MS);
  const change = { topics: topics.split(',').filter(isStaleTopic), gone: deletedId };
  lastReload = Promise.all([...listeners].map((listener) => listener(change)));
}

/** Whether a request is an answered one of this page, whose changes are already being reloaded. */
export const isAnswered = (request: string): boolean => answeredTopics.has(request);

/** Reports changes made by this page as soon as the server has answered; returns a function to unsubscribe. */
export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Resolves when the data affected by the latest change is reloaded. */
export const changeShown = (): Promise<unknown> => lastReload;
