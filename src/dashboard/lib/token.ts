import { useSyncExternalStore } from 'react';

const KEY = 'shedworks.token';
const listeners = new Set<() => void>();

/** The moment a session token ends, in milliseconds; 0 for anything that is no token. */
export function expiryOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

/** The kept session token; null when there is none or it has expired. */
export function readToken(): string | null {
  const token = localStorage.getItem(KEY);
  return token && expiryOf(token) > Date.now() ? token : null;
}

/** Keeps a token, or forgets it; everybody who asked is told, in other tabs too. */
export function keepToken(token: string | null): void {
  if (token) localStorage.setItem(KEY, token);
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

export const useToken = (): string | null => useSyncExternalStore(subscribe, readToken);
