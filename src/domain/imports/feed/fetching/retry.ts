import type { OutsideAccess } from '../../../kernel/platform/outside.js';
import { SourceFailure } from './failure.js';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** The limit of a pause that a source requests, in milliseconds. */
const LONGEST_ASKED_MS = 300_000;

/** Repeats what fails temporarily, with growing pauses or those the source requests. Throws the last failure. */
export async function withRetries<T>(
  { pause }: Pick<OutsideAccess, 'pause'>,
  { tries, signal }: { readonly tries: number; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SourceFailure) || !error.retry) throw error;
      if (n >= tries) throw new SourceFailure(`${error.message} Tried ${n} times.`);
      await pause(getPause(n, error.retry.afterMs), signal);
    }
  }
}

/**
 * The pause after the nth failure in milliseconds, with a random factor so that many clients do not return at the
 * same time.
 */
function getPause(n: number, askedMs: number | null): number {
  if (askedMs !== null) return Math.min(askedMs, LONGEST_ASKED_MS);
  return Math.min(FIRST_PAUSE_MS * 2 ** (n - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random());
}
