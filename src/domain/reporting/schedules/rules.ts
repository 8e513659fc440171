import { DateTime } from 'luxon';

/** Milliseconds after its time from which a run counts as late, because no worker was running. */
export const LATE_MS = 3 * 60_000;
/** Milliseconds after which an unfinished run counts as failed. */
export const LONGEST_RUN_MS = 3_600_000;

interface RunState {
  readonly status: 'waiting' | 'running' | 'done' | 'failed';
  readonly dueAt: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly error: string | null;
  /** The status of its email, and why it has not been sent. */
  readonly message: string | null;
  readonly messageError: string | null;
}

/** What decides whether a schedule has a problem. */
export interface Facts {
  readonly active: boolean;
  readonly timeZone: string;
  readonly nextRunAt: string | null;
  readonly lastRun: RunState | null;
  /** The newest run that failed, or whose email no longer waits. */
  readonly lastEndedRun: RunState | null;
}

/** Formats an instant in a time zone: `11/23/2026 07:00`. */
export const momentIn = (zone: string, at: Date | string): string =>
  DateTime.fromJSDate(new Date(at), { zone }).toFormat('MM/dd/yyyy HH:mm');

/** The problem of a schedule at `now`, as a sentence; null if there is none, or if it is off. */
export function getAlarm({ active, timeZone, nextRunAt, lastRun, lastEndedRun }: Facts, now: Date): string | null {
  if (!active) return null;
  if (nextRunAt && now.getTime() - Date.parse(nextRunAt) > LATE_MS)
    return `It was due at ${momentIn(timeZone, nextRunAt)} and has not run: no worker is running.`;
  if (lastRun && lastRun.finishedAt === null && now.getTime() - Date.parse(lastRun.startedAt) > LATE_MS)
    return `Its run of ${momentIn(timeZone, lastRun.dueAt)} has not finished yet.`;
  return lastEndedRun && getRunAlarm(lastEndedRun);
}

function getRunAlarm({ status, error, message, messageError }: RunState): string | null {
  if (status === 'failed') return `Its last run failed: ${error ?? ''}`;
  if (message === 'failed' || message === 'refused') return `Its last email could not be sent: ${messageError ?? ''}`;
  if (message === 'kept') return `Its last email was not sent: ${messageError ?? 'no mail server is set up.'}`;
  return null;
}
