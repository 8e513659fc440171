import type { Output } from '../../../lib/server/api.js';
import { count, countHeading, day, percent, quantity, unitPrice } from '../../../lib/format.js';
import type { Progress } from '../../../lib/server/progress.js';
import { describeRule } from '../../../../domain/imports/reading/rules.js';
import { toKeys } from '../../../../domain/kernel/objects.js';
import { formatYesNo } from '../../../../domain/kernel/text/yes-no.js';

export type StagedImport = Output<'GET /api/imports/:id/staged'>;
export type StagedRow = Output<'GET /api/imports/:id/rows'>['items'][number];
export type RowState = StagedRow['state'];
type Change = StagedRow['changes'][number];
type Problem = StagedRow['problems'][number];

/** The states of a row, in the order of the tabs. */
export const stateWords = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Refused',
} as const satisfies Record<RowState, string>;

export const rowStates = toKeys(stateWords);

const PERCENT = /percent|%/i;
const MONEY = /price|cost|freight|total|haul_?base|adjustment|amount/i;

/** Formats a spreadsheet value: money and percents by column name, an empty cell as `(empty)`. */
export function shownValue(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '(empty)';
  if (typeof value === 'boolean') return formatYesNo(value);
  if (typeof value === 'number') {
    if (PERCENT.test(column)) return percent(value);
    return MONEY.test(column.replaceAll(' ', '_')) ? unitPrice(value) : quantity(value);
  }
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? day(value) : value;
}

/** The readable name of a column: `Retail_Price` becomes `Retail Price`, `Sub_Total` the `Sub-total` of other screens. */
export const columnName = (header: string): string =>
  header
    .replaceAll('_', ' ')
    .replace(/\bsub total\b/i, 'Sub-total')
    .trim();

/** Notes about an order besides its figures. */
export const ALERT = 'Alert';

/** Describes a change: `$12.00 → $13.50`; for a new row, only the new value. */
export const changeText = ({ column, before, after }: Change, state: RowState): string =>
  state === 'new' || column === ALERT
    ? shownValue(column, after)
    : `${shownValue(column, before)} → ${shownValue(column, after)}`;

/** Describes a problem: `“abc” must be a number`. */
export const problemText = ({ value, expected, why }: Problem): string =>
  why ?? [value === null ? null : `“${value}”`, describeRule(expected)].filter(Boolean).join(' ');

/** Which refused rows can still be listed: `Only the first 1,000 of 5,000 refused rows are kept, …`; null if all. */
export const keptText = ({ counts, refusedNotKept }: Pick<StagedImport, 'counts' | 'refusedNotKept'>): string | null =>
  refusedNotKept > 0
    ? `Only the first ${count(counts.refused - refusedNotKept)} of ${count(counts.refused)} refused rows are kept, here and in the download.`
    : null;

/** The server's progress with a file: `Reading 35%`, `Comparing 1,200 rows`. */
export function rowProgress({ done, total, step }: Progress): string {
  if (step === 'Reading') return `Reading ${Math.floor((100 * done) / Math.max(total, 1))}%`;
  return done === 0 ? `${step} ${countHeading(total, 'row')}` : `${step} ${count(done)} of ${count(total)}`;
}
