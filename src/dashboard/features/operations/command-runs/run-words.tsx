import { count } from '../../../lib/format.js';
import type { Output } from '../../../lib/server/api.js';

export type Run = Output<'GET /api/commandrun'>['items'][number];
export type ExpectedCommand = Output<'GET /api/expectedcommand'>['items'][number];

/** The result of a run. */
export const stateLabels: Readonly<Record<Run['state'], string>> = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  lost: 'Did not finish',
};

/** The states of runs, as filter options. */
export const runStates = Object.entries(stateLabels).map(([_id, name]) => ({ _id, name }));

/** `12 new, 3 refused`. */
export const describeCounts = (counts: Run['counts']): string =>
  Object.entries(counts)
    .map(([name, n]) => `${count(n)} ${toWords(n === 1 ? name.replace(/^(item|row)s$/, '$1') : name)}`)
    .join(', ');

/** `withAlerts` is `with alerts`. */
const toWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** `3.2 s`, `2 min 5 s`. */
export function formatSeconds(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 60) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
