import type { z } from 'zod';
import type { Actor } from '../../kernel/context.js';
import { plural } from '../../kernel/text/plural.js';
import { invalid } from '../../kernel/errors.js';
import type { StoredTwin } from '../../orders/intake/take-in.js';
import { differencesBetween, summarizeIncoming } from './differences.js';
import { countRows, type PlannedOrder, explainNotReplaced } from './plan.js';
import type { ExistingOrder, ImportResult } from './schema.js';

type Result = z.output<typeof ImportResult>;

/** The result of each row of an upload, and the number of rows in each state. */
export const describeImport = (actor: Actor, rows: readonly PlannedOrder[]): Pick<Result, 'counts' | 'rows'> => ({
  counts: { ...countRows(rows), withAlerts: rows.filter(({ alerts }) => alerts.length > 0).length },
  rows: rows.map((row) => describeRow(actor, row)),
});

const describeRow = (actor: Actor, row: PlannedOrder): Result['rows'][number] => {
  const { index, serialNumber, state, reason, existing, order, alerts } = row;
  return {
    index,
    serialNumber,
    state,
    reason,
    alerts: [...alerts],
    shop: order?.shop ?? null,
    model: order ? `${order.model} ${order.width}x${order.length}` : null,
    existing: existing && describeExisting(actor, existing, row),
  };
};

/** What users must know before an existing order is replaced: where it is, what would be lost, whether they may. */
function describeExisting(
  actor: Actor,
  existing: StoredTwin,
  { incoming, stored }: PlannedOrder,
): z.output<typeof ExistingOrder> {
  return {
    _id: existing.id,
    status: existing.status,
    customer: textOrNull(stored['Customer']),
    model: `${stored['Model']} ${stored['Size']}`,
    dateOrdered: String(stored['Date_Ordered']),
    total: Number(stored['Total']),
    shop: textOrNull(stored['Shop']),
    builder: textOrNull(stored['Builder']),
    whyNotReplaced: explainNotReplaced(existing, actor),
    differences: incoming ? differencesBetween(stored, summarizeIncoming(incoming)) : [],
  };
}

const textOrNull = (value: string | number | null | undefined): string | null =>
  typeof value === 'string' ? value : null;

type Counts = Result['counts'];

const countTaken = ({ new: newCount, replaced, kept }: Counts): number => newCount + replaced + kept;

/** The message about an upload, in the specified wording. */
export const formatUpload = (counts: Counts): string =>
  countTaken(counts) > 0 ? 'Orders are Uploaded.' : formatNothingNew(counts);

/** The message about what an upload would do. */
export function formatPreview(counts: Counts): string {
  const takenCount = countTaken(counts);
  return takenCount > 0
    ? `Preview: ${takenCount} ${plural(takenCount, 'order')} would be uploaded.`
    : formatNothingNew(counts);
}

const formatNothingNew = ({ skipped, refused }: Counts): string =>
  `Nothing new: ${skipped} ${plural(skipped, 'order')} already exist${skipped === 1 ? 's' : ''}${refused ? `, ${refused} refused` : ''}.`;

/** Throws invalid-input with the first refused rows, for uploads that are all or nothing. */
export function refuseAny(
  rows: readonly (Pick<PlannedOrder, 'index' | 'reason'> & { readonly state: string })[],
): void {
  const refusedRows = rows.filter(({ state }) => state === 'refused');
  const reasons = refusedRows.slice(0, 20).map(({ index, reason }) => `row ${index + 1}: ${reason}`);
  if (refusedRows.length > 0) throw invalid('orders', reasons.join('; '));
}
