import { randomId } from '../random-id.js';

/** The server's progress on a request: `done` of `total` orders, and the current step. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly step: string;
}

const followers = new Map<string, (progress: Progress) => void>();

/** Calls `onProgress` for the request sent with this key, until stopped. */
export function followProgress(onProgress: (progress: Progress) => void): { key: string; stop: () => void } {
  const key = randomId();
  followers.set(key, onProgress);
  return { key, stop: () => void followers.delete(key) };
}

/** Passes a report of the event stream to the follower of its request. */
export function publishProgress({ key, done, total, step }: Progress & { readonly key: string }): void {
  followers.get(key)?.({ done, total, step });
}
