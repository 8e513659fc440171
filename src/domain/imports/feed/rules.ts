import { FeedCounts, type Source } from './schema.js';
import { toKeys, toRecord } from '../../kernel/objects.js';

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

const countNames = toKeys(FeedCounts.shape);
export const noCounts: FeedCounts = toRecord(countNames, () => 0);

/** The sum of two counts. */
export const addTo = (before: FeedCounts, more: FeedCounts): FeedCounts =>
  toRecord(countNames, (name) => before[name] + more[name]);

/** How many refused rows of a run are listed; all are counted. */
export const MOST_REFUSED = 200;
