import { useSyncExternalStore } from 'react';
import { isObject } from '../../../domain/kernel/objects.js';

const KEY = 'shedworks.session';
const listeners = new Set<() => void>();

/** The moment a session token ends, in milliseconds; 0 for anything that is not a token. */
export function getExpiry(token: string): number {
  const { exp } = toPayload(token);
  return typeof exp === 'number' ? exp * 1000 : 0;
}

/** The ID of the user a session token is for; null for anything that is not a token. */
export function getUser(token: string): string | null {
  const { sub } = toPayload(token);
  return typeof sub === 'string' && sub !== '' ? sub : null;
}

function toPayload(token: string): { readonly exp?: unknown; readonly sub?: unknown } {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')));
    return isObject(claims) ? claims : {};
  } catch {
    return {};
  }
}

/**
 * The session's token without its signature, which is in a cookie scripts cannot read: user and expiry. Null if there
 * is none or it has expired.
 */
export function readToken(): string | null {
  const token = localStorage.getItem(KEY);
  return token && getExpiry(token) > Date.now() ? token : null;
}

/** The ID of the signed-in user; null if there is none. */
export function signedInUser(): string | null {
  const token = readToken();
  return token && getUser(token);
}

/** The ID of the user who is signed in, or whose session ended without signing out; null if there is none. */
const lastUser = (): string | null => getUser(localStorage.getItem(KEY) ?? '');

/** Request headers for the session: its user, or that a new one should be stored in a cookie. */
export const sessionHeaders = (user = signedInUser()): { readonly 'x-session': string } => ({
  'x-session': user ?? 'cookie',
});

/** Stores a token, or removes it, and notifies all subscribers, also in other tabs. */
export function keepToken(token: string | null): void {
  if (token) localStorage.setItem(KEY, token);
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Ends the session without signing its user out: what stays stored opens nothing, but still names the user. */
export function expireToken(): void {
  const user = lastUser();
  keepToken(user && `.${btoa(JSON.stringify({ sub: user }))}.`);
}

/** Calls the listener when a user signs in or out, also in other tabs; returns a function to unsubscribe. */
export const onToken = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};

export const useToken = (): string | null => useSyncExternalStore(onToken, readToken);

export const useLastUser = (): string | null => useSyncExternalStore(onToken, lastUser);
