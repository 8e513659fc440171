import { call } from './api.js';

/** The user whose session still has to be ended on the server. */
const KEY = 'shedworks.sign-out';
const ANSWER_MS = 5000;

let ending: Promise<void> | null = null;

/** Ends a user's session on the server; if the server is unreachable, `finishSignOut` does it later. Never throws. */
export function endSession(user: string | null): Promise<void> {
  if (user) localStorage.setItem(KEY, user);
  return finishSignOut();
}

/** Ends a session that `endSession` could not end, if any. Never throws. */
export function finishSignOut(): Promise<void> {
  const user = localStorage.getItem(KEY);
  if (!user) return Promise.resolve();
  ending ??= call('DELETE /api/auth', {}, { user, signal: AbortSignal.timeout(ANSWER_MS) })
    .then(forgetSignOut, () => undefined) // retried later
    .finally(() => (ending = null));
  return ending;
}

/** A new session replaces the previous one in its cookie. */
export const forgetSignOut = (): void => localStorage.removeItem(KEY);
