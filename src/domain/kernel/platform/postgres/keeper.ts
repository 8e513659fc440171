import { setTimeout as pause } from 'node:timers/promises';
import { ensurePostgres, whenLost, releasePostgres, type PostgresHandle, type PostgresOptions } from './postgres.js';
import { toError } from '../../objects.js';

const RETRY_MS = 1000;

/** An embedded server that runs until it is released. */
export interface KeptPostgres {
  readonly first: PostgresHandle;
  /** Detaches from the server; the last process to leave stops it. */
  readonly release: () => Promise<void>;
}

/** Starts the server or attaches to it, like `ensurePostgres`. */
export async function holdPostgres(options: PostgresOptions): Promise<KeptPostgres> {
  const first = await ensurePostgres(options);
  return { first, release: async () => void (await releasePostgres(first)) };
}

/**
 * Keeps the server running: starts it again at the same address each time it is lost because it was killed or its
 * disk was full. `onNotice` receives messages for the user.
 */
export async function keepPostgres(options: PostgresOptions): Promise<KeptPostgres> {
  const first = await ensurePostgres(options);
  const leaving = new AbortController();
  let current = first;
  const keep = async (): Promise<void> => {
    for (;;) {
      await Promise.race([whenLost(current), waitForAbort(leaving.signal)]);
      if (leaving.signal.aborted) return;
      options.onNotice?.('The database stopped unexpectedly. Restarting it.');
      current = (await revive(options, leaving.signal)) ?? current;
      if (current.url !== first.url) options.onNotice?.('Another program took the database port. Restart Shedworks.');
    }
  };
  const keeping = keep();
  return {
    first,
    release: async () => {
      leaving.abort();
      await keeping;
      await releasePostgres(current);
    },
  };
}

/** Tries until the server runs, or until it is no longer needed. */
async function revive(options: PostgresOptions, signal: AbortSignal): Promise<PostgresHandle | null> {
  while (!signal.aborted) {
    try {
      return await ensurePostgres(options);
    } catch (error) {
      options.onNotice?.(`The database did not start. Trying again: ${toError(error).message}`);
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined); // released in the meantime
    }
  }
  return null;
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
