import { useSyncExternalStore } from 'react';

const PROBE_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 15_000;

const listeners = new Set<() => void>();
let offline = false;
let probing: Promise<void> | null = null;
let pause = FIRST_PAUSE_MS;
let next: ReturnType<typeof setTimeout> | undefined;

/** Whether the server is unreachable, judged by the latest requests; the browser's network state is only a hint. */
export const isOffline = (): boolean => offline;

/** Call this for every request that was answered, whatever the answer. */
export function reportReached(): void {
  if (offline) settle(false);
}

/** Call this for a request that did not reach the server. A second check decides, so that one lost request changes nothing. */
export function reportUnreachable(): void {
  if (!offline) void probe();
}

/**
 * Calls the listener when the connection is lost or restored; returns a function to unsubscribe. Also checks when the
 * browser's network state changes.
 */
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
    return status !== 502 && status !== 504; // from a proxy that cannot reach the server
  } catch {
    return false;
  }
}

/** Stores the result; without a connection, checks again at growing intervals. */
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
