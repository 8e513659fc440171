import type { FeedCounts, Source } from './schema.js';

/** A source that is due this long without a run has no worker. */
const LATE_MS = 5 * 60_000;

type Facts = Pick<Source, 'paused' | 'nextRunAt' | 'lastRun'>;

/** What is wrong with a source at `now`, in a sentence; null if nothing is. */
export function findSourceProblem({ paused, nextRunAt, lastRun }: Facts, now: Date): string | null {
  if (lastRun?.state === 'failed') return `The last pull failed: ${lastRun.message ?? ''}`;
  if (lastRun?.state === 'braked') return lastRun.message ?? 'The last pull is waiting for you.';
  if (!paused && nextRunAt && now.getTime() - Date.parse(nextRunAt) > LATE_MS)
    return 'The pull is late: no worker is running.';
  return null;
}

/** The counts of a run, from those that are stored once there are any. */
export const readCounts = (stored: Partial<FeedCounts>): FeedCounts => ({ ...noCounts, ...stored });

export const noCounts: FeedCounts = {
  ...{ new: 0, unchanged: 0, proposed: 0, applied: 0 },
  ...{ held: 0, older: 0, canceledBefore: 0, refused: 0 },
};

/** The counts of a run with those of more rows. */
export const addTo = (before: FeedCounts, more: FeedCounts): FeedCounts => ({
  ...{ new: before.new + more.new, unchanged: before.unchanged + more.unchanged },
  ...{ proposed: before.proposed + more.proposed, applied: before.applied + more.applied },
  ...{ held: before.held + more.held, older: before.older + more.older },
  ...{ canceledBefore: before.canceledBefore + more.canceledBefore, refused: before.refused + more.refused },
});

/** How many refused rows a run names; it counts all. */
export const MOST_REFUSED = 200;
