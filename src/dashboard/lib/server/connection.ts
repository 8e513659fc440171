import { useSyncExternalStore } from 'react';

const PROBE_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 15_000;

const listeners = new Set<() => void>();
let offline = false;
let probing: Promise<void> | null = null;
let pause = FIRST_PAUSE_MS;
let next: ReturnType<typeof setTimeout> | undefined;

/** Whether the server cannot be reached, as the last requests found it; what the browser says of a network is a hint only. */
export const isOffline = (): boolean => offline;

/** Call this for every request that was answered, whatever the answer. */
export function tellReached(): void {
  if (offline) settle(false);
}

/** Call this for a request that did not reach the server. A second look decides, so that one lost request changes nothing. */
export function tellUnreachable(): void {
  if (!offline) void probe();
}

/** Tells when the connection is lost or back; answers how to stop. Also looks when the browser says that something changed. */
export function onConnection(listener: () => void): () => void {
  if (listeners.size === 0) for (const hint of ['online', 'offline']) window.addEventListener(hint, look);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) for (const hint of ['online', 'offline']) window.removeEventListener(hint, look);
  };
}

export const useOffline = (): boolean => useSyncExternalStore(onConnection, isOffline);

const look = (): void => void probe();

function probe(): Promise<void> {
  clearTimeout(next);
  probing ??= isReachable().then((reachable) => {
    probing = null;
    settle(!reachable);
  });
  return probing;
}

async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('/api/version', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    return status !== 502 && status !== 504; // a proxy that found no server behind it
  } catch {
    return false;
  }
}

/** Keeps what was found; while there is no connection it is looked for again, more seldom each time. */
function settle(isLost: boolean): void {
  clearTimeout(next);
  if (isLost) {
    next = setTimeout(look, pause);
    pause = Math.min(pause * 2, LAST_PAUSE_MS);
  } else pause = FIRST_PAUSE_MS;
  if (isLost === offline) return;
  offline = isLost;
  for (const listener of listeners) listener();
}
