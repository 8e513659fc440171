import { call } from './api.js';

/** Whose session is still to be ended on the server. */
const KEY = 'shedworks.sign-out';
const ANSWER_MS = 5000;

let ending: Promise<void> | null = null;

/** Ends a user's session on the server; where that cannot be reached, `finishSignOut` does it later. Never throws. */
export function endSession(user: string | null): Promise<void> {
  if (user) localStorage.setItem(KEY, user);
  return finishSignOut();
}

/** Ends what `endSession` could not end, if there is anything. Never throws. */
export function finishSignOut(): Promise<void> {
  const user = localStorage.getItem(KEY);
  if (!user) return Promise.resolve();
  ending ??= call('DELETE /api/auth', {}, { user, signal: AbortSignal.timeout(ANSWER_MS) })
    .then(forgetSignOut, () => undefined) // it stays to be ended
    .finally(() => (ending = null));
  return ending;
}

/** A new session takes the place of the one before in its cookie. */
export const forgetSignOut = (): void => localStorage.removeItem(KEY);
