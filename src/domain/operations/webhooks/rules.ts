const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after each failed try: twelve tries in three days. */
const PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  20 * HOUR,
];

/** After this many failures in a row, an endpoint gets one call at a time, with pauses between them. */
export const FAILING_AFTER = 5;
/** After this many failures, a message no longer holds back later ones about the same record. */
export const IN_ORDER_TRIES = 5;
const LONGEST_PAUSE = HOUR;
const WARNED_AFTER = HOUR;
/** Just before the last try of its first message. */
const PAUSED_AFTER = 71 * HOUR;
const LONGEST_ASKED = 24 * HOUR;

interface AttemptState {
  /** How often the message has failed. */
  readonly attempts: number;
  /** How often its endpoint has failed in a row. */
  readonly failures: number;
  /** The receiver's `Retry-After`. */
  readonly askedMs: number | null;
}

/**
 * When a failed message is tried again; null for never. While its endpoint fails entirely, no message is given up,
 * because the endpoint is paused first.
 */
export function nextTry({ attempts, failures, askedMs }: AttemptState, now: Date): Date | null {
  const pause = PAUSES[attempts - 1] ?? (failures >= FAILING_AFTER ? LONGEST_PAUSE : undefined);
  if (pause === undefined) return null;
  return new Date(now.getTime() + Math.max(pause * vary(), clampAsked(askedMs)));
}

/** Until when a failing endpoint is not called; null if it is not failing yet. */
export function nextCall(failures: number, askedMs: number | null, now: Date): Date | null {
  const delayMs = clampAsked(askedMs);
  if (failures < FAILING_AFTER) return delayMs > 0 ? new Date(now.getTime() + delayMs) : null;
  const pause = Math.min(5 * SECOND * 2 ** (failures - FAILING_AFTER), LONGEST_PAUSE);
  return new Date(now.getTime() + Math.max(pause * vary(), delayMs));
}

/** Spreads the calls of many messages over time. */
const vary = () => 1 + 0.1 * Math.random();
const clampAsked = (ms: number | null): number => Math.min(Math.max(ms ?? 0, 0), LONGEST_ASKED);

interface FailureStreak {
  readonly failures: number;
  readonly failingSince: Date;
  readonly warned: boolean;
  /** The status of the last answer; null if there was none. */
  readonly status: number | null;
}

/** What to do about a failing endpoint: nothing yet, warn its owner, or pause it. */
export function decideOnFailure({ failures, failingSince, warned, status }: FailureStreak, now: Date): Consequence {
  if (status === 410) return 'gone';
  const duration = now.getTime() - failingSince.getTime();
  if (failures >= FAILING_AFTER && duration >= PAUSED_AFTER) return 'pause';
  return failures >= FAILING_AFTER && duration >= WARNED_AFTER && !warned ? 'warn' : 'none';
}
export type Consequence = 'none' | 'warn' | 'pause' | 'gone';

export const pauseReasons: Readonly<Record<'pause' | 'gone', string>> = {
  pause: 'It failed for three days.',
  gone: 'The receiver is permanently gone (410).',
};

interface State {
  readonly paused: boolean;
  readonly pauseReason: string | null;
  readonly failures: number;
  readonly lastError: string | null;
}

/** The problem of an endpoint, as a sentence; null if there is none. */
export function findWebhookProblem({ paused, pauseReason, failures, lastError }: State): string | null {
  if (paused) return pauseReason && `Paused. ${pauseReason}`;
  return failures === 0 ? null : `The last call failed: ${lastError ?? ''}`;
}
