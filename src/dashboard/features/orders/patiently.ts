import { ApiError } from '../../lib/api.js';

const TRIES = 40;
const PAUSE_MS = 3000;

/**
 * Sends, and while the server cannot be reached sends again, for about two minutes. A conflict after a lost answer
 * counts as done, with null, when `isDone` finds the change in the newer record.
 */
export async function patiently<T>(
  send: () => Promise<T>,
  onWait: () => void,
  isDone: (current: unknown) => boolean,
): Promise<T | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (attempt > 1 && error.code === 'stale-record' && isDone(error.current)) return null;
      if (error.status !== 0 || attempt >= TRIES) throw error;
      if (attempt === 1) onWait();
      await connection();
    }
  }
}

/** A while, or less when the browser says that it is online again. */
const connection = (): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, PAUSE_MS);
    window.addEventListener('online', done);
  });
