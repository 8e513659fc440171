/** How far the server is with a request: `done` of `total` orders, and at what. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly step: string;
}

const followers = new Map<string, (progress: Progress) => void>();

/** Tells `onProgress` of the request that is sent with this key, until it is stopped. */
export function followProgress(onProgress: (progress: Progress) => void): { key: string; stop: () => void } {
  const key = crypto.randomUUID();
  followers.set(key, onProgress);
  return { key, stop: () => void followers.delete(key) };
}

/** Passes on a report of the event stream to who follows its request. */
export function tellProgress({ key, done, total, step }: Progress & { readonly key: string }): void {
  followers.get(key)?.({ done, total, step });
}
