import type { FeedCounts, Source } from './schema.js';

/** Milliseconds after which a due source without a run has no worker. */
const LATE_MS = 5 * 60_000;

type Facts = Pick<Source, 'paused' | 'nextRunAt' | 'lastRun'>;

/** The problem of a source at `now`, as a sentence; null if there is none. */
export function findSourceProblem({ paused, nextRunAt, lastRun }: Facts, now: Date): string | null {
  if (lastRun?.state === 'failed') return `The last pull failed: ${lastRun.message ?? ''}`;
  if (lastRun?.state === 'braked') return lastRun.message ?? 'The last pull is waiting for you.';
  if (!paused && nextRunAt && now.getTime() - Date.parse(nextRunAt) > LATE_MS)
    return 'The pull is late: no worker is running.';
  return null;
}

/** The counts of a run, starting with the stored ones. */
export const readCounts = (counts: Partial<FeedCounts>): FeedCounts => ({ ...noCounts, ...counts });

export const noCounts: FeedCounts = {
  ...{ new: 0, unchanged: 0, proposed: 0, applied: 0 },
  ...{ held: 0, older: 0, canceledBefore: 0, refused: 0 },
};

/** The sum of two counts. */
export const addTo = (before: FeedCounts, more: FeedCounts): FeedCounts => ({
  ...{ new: before.new + more.new, unchanged: before.unchanged + more.unchanged },
  ...{ proposed: before.proposed + more.proposed, applied: before.applied + more.applied },
  ...{ held: before.held + more.held, older: before.older + more.older },
  ...{ canceledBefore: before.canceledBefore + more.canceledBefore, refused: before.refused + more.refused },
});

/** How many refused rows of a run are listed; all are counted. */
export const MOST_REFUSED = 200;
