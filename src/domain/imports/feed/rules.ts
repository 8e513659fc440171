import type { FeedCounts, Source } from './schema.js';

/** A source that is due this long without a run has no worker. */
const LATE_MS = 5 * 60_000;

type Facts = Pick<Source, 'paused' | 'nextRunAt' | 'lastRun'>;

/** What is wrong with a source at `now`, in a sentence; null if nothing is. */
export function getProblem({ paused, nextRunAt, lastRun }: Facts, now: Date): string | null {
  if (lastRun?.state === 'failed') return `The last pull failed: ${lastRun.message ?? ''}`;
  if (lastRun?.state === 'braked') return lastRun.message ?? 'The last pull waits for you.';
  if (!paused && nextRunAt && now.getTime() - Date.parse(nextRunAt) > LATE_MS)
    return 'The pull is late: no worker is running.';
  return null;
}

/** The counts of a run, from those that are stored once there are any. */
export const readCounts = (stored: Partial<FeedCounts>): FeedCounts => ({ ...noCounts, ...stored });

const noCounts: FeedCounts = {
  ...{ new: 0, unchanged: 0, proposed: 0, applied: 0 },
  ...{ held: 0, older: 0, canceledBefore: 0, refused: 0 },
};
