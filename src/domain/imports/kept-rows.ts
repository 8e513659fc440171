import type { WriteCtx } from '../kernel/context.js';
import type { PlannedRow } from './reading/kind.js';

/** Limits for the refused rows of an applied import, which are kept to be looked at and corrected. */
const MOST_ROWS = 1000;
const MOST_BYTES = 4 * 1024 * 1024;

/** The number of the last refused row that is kept once an import is applied; 0 if none is. */
function lastKept(rows: readonly PlannedRow[]): number {
  let [last, kept, bytes] = [0, 0, 0];
  for (const { raw, state, problems } of rows) {
    if (state !== 'refused') continue;
    kept += 1;
    bytes += JSON.stringify([raw.cells, problems]).length;
    if (kept > MOST_ROWS || bytes > MOST_BYTES) break;
    last = raw.n;
  }
  return last;
}

/** The rows of an import that are kept once it is applied: all but refused ones after the first 1,000, or 4 MB. */
export function keptRows(rows: readonly PlannedRow[]): readonly PlannedRow[] {
  const last = lastKept(rows);
  return rows.filter(({ raw, state }) => state !== 'refused' || raw.n <= last);
}

/** Deletes the stored rows of an import that are not kept once it is applied; returns how many refused ones. */
export async function forgetRows({ db }: WriteCtx, id: string, rows: readonly PlannedRow[]): Promise<number> {
  const last = lastKept(rows);
  await db('import_rows')
    .where({ import_id: id })
    .whereRaw(`(state = 'unread' or (state = 'refused' and n > ?))`, [last])
    .delete();
  return rows.filter(({ raw, state }) => state === 'refused' && raw.n > last).length;
}
